"""Rigid bodies that collide, stick, aggregate and flow: one certified projection for each time step.

>>> import floc
>>> scene = floc.Scene.read("first.toml", set={"time.end": 2.0})
>>> sim = floc.Simulation(scene, threads=2)
>>> sim.run(until=.5)
>>> sim.position
"""

from . import _load as _load  # before all others
from ._error import Error
from ._floc import Diagnostic, Report, version as __version__
from ._force import Force, force, force_signature
from ._problem import Problem, Projection, project
from ._run import Frame, Frames, Picture, Run
from ._scene import Scene, explain
from ._simulation import Contacts, Editor, Fluid, Hook, Recording, Simulation
from ._sweep import sweep
from ._table import Table
from ._view import View

__all__ = ["Contacts", "Diagnostic", "Editor", "Error", "Fluid", "Force", "Frame", "Frames", "Hook", "Picture", "Problem", "Projection",
           "Recording", "Report", "Run", "Scene", "Simulation", "Table", "View", "explain", "force", "force_signature", "project",
           "sweep"]
