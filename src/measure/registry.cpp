// Every measurement, a line each.
#include "measure/aggregates_in_time.hpp"
#include "measure/coagulation.hpp"
#include "measure/contact_values.hpp"
#include "measure/coordination.hpp"
#include "measure/evacuation.hpp"
#include "measure/flow.hpp"
#include "measure/fluid_flow.hpp"
#include "measure/measurements.hpp"
#include "measure/mergers.hpp"
#include "measure/mixing.hpp"
#include "measure/pair_correlation.hpp"
#include "measure/profile.hpp"
#include "measure/rotation.hpp"
#include "measure/sizes.hpp"
#include "measure/stress.hpp"
#include "measure/temperature.hpp"

namespace floc {

const std::vector<MeasurementKind>& measurement_kinds() {
  static const std::vector<MeasurementKind> all{
      MeasurementKind::of<MeasureAggregates>(),           //
      MeasurementKind::of<MeasureSizes>(),                //
      MeasurementKind::of<MeasureMergers>(),              //
      MeasurementKind::of<MeasureCoagulation>(),          //
      MeasurementKind::of<MeasureCoordination>(),         //
      MeasurementKind::of<MeasureCoordinationNumbers>(),  //
      MeasurementKind::of<MeasurePairCorrelation>(),      //
      MeasurementKind::of<MeasureProfile>(),              //
      MeasurementKind::of<MeasureForces>(),               //
      MeasurementKind::of<MeasureGamma>(),                //
      MeasurementKind::of<MeasureFriction>(),             //
      MeasurementKind::of<MeasureMobilised>(),            //
      MeasurementKind::of<MeasureAngles>(),               //
      MeasurementKind::of<MeasureStress>(),               //
      MeasurementKind::of<MeasureTemperature>(),          //
      MeasurementKind::of<MeasureRotation>(),             //
      MeasurementKind::of<MeasureFlow>(),                 //
      MeasurementKind::of<MeasureMixing>(),               //
      MeasurementKind::of<MeasureProbes>(),               //
      MeasurementKind::of<MeasureFlowProfile>(),          //
      MeasurementKind::of<MeasureFluid>(),                //
      MeasurementKind::of<MeasureEvacuation>(),           //
  };
  return all;
}

}  // namespace floc
