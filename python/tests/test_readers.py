"""Files of a run opened by the programs they are for."""

import warnings

import numpy as np
import pytest

import floc
from conftest import run_program

HOST = dict(kind="box", side="inside", low=[0, 0, 0], high=[1, 1, 1])


def in_space(**changes):
    """Spheres of two groups and sizes in space."""
    tables = dict(
        scene=dict(dimension=3), time=dict(step=2e-3, end=.1), forces=dict(gravity=[0, 0, -9.81]), obstacles=[HOST],
        groups=[dict(name="sand", colour="#c2a060"), dict(name="big stone", colour="#808080")],
        particles=[dict(kind="random", group="sand", count=60, low=[0, 0, 0], high=[1, 1, .3], radius=dict(uniform=[.03, .05])),
                   dict(kind="random", group="big stone", count=4, low=[0, 0, .5], high=[1, 1, 1], radius=.1)],
        output=dict(every=.025))
    return {**tables, **changes}


def record(tables, folder):
    run = floc.Simulation(floc.Scene(tables), threads=1).record(folder).run()
    run.position[:]  # the file is whole
    return run


@pytest.fixture(scope="module")
def spheres(tmp_path_factory):
    return record(in_space(), tmp_path_factory.mktemp("runs") / "spheres")


@pytest.fixture(scope="module")
def chain(tmp_path_factory):
    """A chain in a periodic box, of which two beads are joined to a third body."""
    return record(dict(
        scene=dict(dimension=3), time=dict(step=1e-3, end=.02), forces=dict(gravity=[3, 0, 0]),
        domain=dict(periodic=["x", "y", "z"], low=[0, 0, 0], high=[1, 2, 3]),
        particles=[dict(kind="chain", beads=6, spacing=.1, stretching="rigid", count=1, low=[.2, .2, .2], high=[.8, 1.8, 2.8], radius=.05),
                   dict(kind="lattice", origin=[.5, 1, 2.5], counts=[2, 1, 1], spacing=.2, radius=.05)],
        bonds=[dict(pairs=[[6, 7]])], output=dict(every=.005)), tmp_path_factory.mktemp("runs") / "chain")


@pytest.fixture(scope="module")
def shapes(tmp_path_factory):
    """Ellipsoids, boxes and clumps that fall and turn."""
    def some(shape, x, **more):
        return dict(kind="lattice", origin=[x, .2, .12], counts=[1, 3, 1], spacing=.3, radius=.06, shape=shape, **more)
    return record(in_space(
        friction=dict(coefficient=.3),
        groups=[dict(name=name, colour="#808080") for name in ("eggs", "bricks", "pairs", "balls")],
        particles=[some(dict(kind="ellipsoid", axes=[3, 2, 1]), .2, group="eggs"),
                   some(dict(kind="box", sides=[3, 2, 1]), .5, group="bricks"),
                   some(dict(kind="clump", parts=[dict(kind="sphere", centre=[-1, 0, 0], size=1),
                                                  dict(kind="sphere", centre=[1, 0, 0], size=1)]), .8, group="pairs"),
                   dict(kind="lattice", group="balls", origin=[.5, .5, .8], counts=[1, 1, 1], spacing=1, radius=.05)]),
        tmp_path_factory.mktemp("runs") / "shapes")


def universe(run, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mda = pytest.importorskip("MDAnalysis", reason="MDAnalysis is not installed")
        u = mda.Universe.empty(run.bodies, trajectory=True, velocities=True)
        run.close()  # HDF5 is one for a process
        u.load_new(run.folder + "/trajectory.h5", format="H5MD", convert_units=False, **options)
    return u


def test_mdanalysis_reads_a_trajectory_in_space(spheres):
    u = universe(spheres)
    assert len(u.trajectory) == 5 and u.dimensions is None
    got = [(ts.time, ts.positions.copy(), ts.velocities.copy(), ts.data["step"]) for ts in u.trajectory]
    u.trajectory.close()
    for k, (time, position, velocity, step) in enumerate(got):
        assert time == pytest.approx(spheres.times[k]) and step == spheres[k].step
        assert np.array_equal(position, spheres.position[k].astype("f4"))
        assert np.array_equal(velocity, spheres.velocity[k].astype("f4"))


def test_mdanalysis_reads_the_periodic_box_of_every_frame(chain):
    u = universe(chain)
    got = [(ts.dimensions.copy(), ts.positions.copy()) for ts in u.trajectory]
    u.trajectory.close()
    assert len(got) == 5
    for k, (box, position) in enumerate(got):
        assert box == pytest.approx([1, 2, 3, 90, 90, 90])
        assert position == pytest.approx(chain.position[k] % np.array([1, 2, 3]), abs=1e-6)


def test_bonds_and_joints_are_in_the_connectivity_of_h5md(chain, tmp_path):
    h5py = pytest.importorskip("h5py", reason="h5py is not installed")
    chain.close()
    with h5py.File(chain.folder + "/trajectory.h5") as file:
        bonds = file["connectivity/bonds"]
        assert sorted(map(sorted, bonds[:].tolist())) == [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [6, 7]]
        assert file[bonds.attrs["particles_group"]] == file["particles/all"]
        assert "joints" not in file["connectivity"]
        box = file["particles/all/box"]
        assert box["edges/value"].shape == (5, 3, 3) and (box["edges/value"][-1] == np.diag([1, 2, 3])).all()
        assert box["edges/step"] == file["particles/all/position/step"]
    run = record(in_space(particles=[dict(kind="lattice", origin=[.3, .5, .5], counts=[3, 1, 1], spacing=.2, radius=.05)],
                          joints=[dict(kind="ball", pairs=[[0, 1], [1, 2]], points=[[.4, .5, .5], [.6, .5, .5]])], groups=[]),
                 tmp_path / "joined")
    run.close()
    with h5py.File(run.folder + "/trajectory.h5") as file:
        assert sorted(map(sorted, file["connectivity/joints"][:].tolist())) == [[0, 1], [1, 2]]
        assert "bonds" not in file["connectivity"] and "edges" not in file["particles/all/box"]


def test_a_resumed_run_has_the_box_in_every_frame(tmp_path):
    h5py = pytest.importorskip("h5py", reason="h5py is not installed")
    (tmp_path / "scene.toml").write_text("""
[scene]
dimension = 2
[time]
step = 0.01
end = 0.2
[domain]
periodic = ["x"]
low = [0.0, 0.0]
high = [2.0, 0.0]
[output]
every_steps = 1
[[particles]]
kind = "lattice"
origin = [0.5, 0.5]
counts = [2, 1]
spacing = 0.5
radius = 0.1
velocity = [1.0, 0.0]
""")
    run_program("run", tmp_path / "scene.toml", "-o", tmp_path / "run", "-q", "--set", "time.end=0.1")
    run_program("resume", tmp_path / "run", "-q", "--set", "time.end=0.2")
    with h5py.File(tmp_path / "run/trajectory.h5") as file:
        edges = file["particles/all/box/edges/value"][:]
    assert edges.shape == (21, 2, 2) and (edges == np.diag([2, 0])).all()


def test_ase_reads_extended_xyz(spheres, chain, tmp_path):
    io = pytest.importorskip("ase.io", reason="ASE is not installed")
    (file,) = spheres.export("xyz", tmp_path / "spheres")
    frames = io.read(file, index=":", format="extxyz")
    assert len(frames) == 5
    for k, atoms in enumerate(frames):
        assert atoms.positions == pytest.approx(spheres.position[k])
        assert atoms.arrays["velo"] == pytest.approx(spheres.velocity[k])
        assert atoms.arrays["radius"] == pytest.approx(spheres.radius)
        assert list(atoms.arrays["id"]) == list(range(64))
        assert atoms.info["Time"] == pytest.approx(spheres.times[k]) and atoms.info["Step"] == spheres[k].step
    assert set(frames[0].arrays["type"]) == {"sand", "big_stone"} and not frames[0].pbc.any()
    atoms = io.read(chain.export("xyz", tmp_path / "chain")[0], index=-1, format="extxyz")
    assert atoms.pbc.all() and atoms.cell.lengths() == pytest.approx([1, 2, 3])
    assert atoms.get_distance(0, 1, mic=True) == pytest.approx(.1, abs=1e-4)


def test_gsd_reads_spheres_with_their_links(spheres, chain, tmp_path):
    gsd = pytest.importorskip("gsd.hoomd", reason="gsd is not installed")
    with gsd.open(spheres.export("gsd", tmp_path / "spheres")[0], "rb") as file:
        assert len(file) == 5
        for k, frame in enumerate(file):
            frame.validate()
            p = frame.particles
            assert frame.configuration.step == spheres[k].step and frame.configuration.dimensions == 3
            assert p.N == 64 and p.types == ["sand", "big stone"] and list(p.typeid) == [0] * 60 + [1] * 4
            assert p.position + frame.log["origin"] == pytest.approx(spheres.position[k], abs=1e-6)
            assert p.velocity == pytest.approx(spheres.velocity[k], abs=1e-6)
            assert p.diameter == pytest.approx(2 * spheres.radius) and p.mass == pytest.approx(spheres.mass)
            assert p.type_shapes == [{}, {"type": "Sphere", "diameter": pytest.approx(.2)}]
            assert frame.log["time"] == pytest.approx(spheres.times[k])
            assert (np.abs(p.position) <= frame.configuration.box[:3] / 2 + 1e-6).all()
    with gsd.open(chain.export("gsd", tmp_path / "chain")[0], "rb") as file:
        frame = file[4]
        frame.validate()
        assert list(frame.configuration.box) == [1, 2, 3, 0, 0, 0]
        assert frame.bonds.N == 6 and sorted(map(sorted, frame.bonds.group.tolist()))[-1] == [6, 7]
        whole = frame.particles.position + frame.log["origin"] + frame.particles.image * [1, 2, 3]
        assert whole == pytest.approx(chain.position[4], abs=1e-6)


def test_gsd_reads_shapes_and_orientations(shapes, tmp_path):
    gsd = pytest.importorskip("gsd.hoomd", reason="gsd is not installed")
    with gsd.open(shapes.export("gsd", tmp_path)[0], "rb") as file:
        for k, frame in enumerate(file):
            frame.validate()
            p = frame.particles
            assert p.types == ["eggs", "bricks", "pairs", "balls"] and list(p.typeid) == [0] * 3 + [1] * 3 + [2] * 3 + [3]
            egg, brick, pair, ball = p.type_shapes
            assert p.orientation == pytest.approx(shapes.orientation[k], abs=1e-6)
            assert frame.log["particles/angular_velocity"] == pytest.approx(shapes.spin[k], abs=1e-5)
    # All have the volume of a ball with radius .06.
    assert egg["type"] == "Ellipsoid" and egg["a"] * egg["b"] * egg["c"] == pytest.approx(.06 ** 3)
    assert brick["type"] == "ConvexPolyhedron" and len(brick["vertices"]) == 8
    assert np.prod(2 * np.abs(brick["vertices"][0])) == pytest.approx(4 / 3 * np.pi * .06 ** 3)
    assert pair["type"] == "Mesh" and max(map(max, pair["indices"])) < len(pair["vertices"])
    assert ball == {"type": "Sphere", "diameter": pytest.approx(.1)}


def test_gsd_reads_the_plane(tmp_path):
    gsd = pytest.importorskip("gsd.hoomd", reason="gsd is not installed")
    run = record(dict(
        scene=dict(dimension=2), time=dict(step=2e-3, end=.05), forces=dict(gravity=[1, -9.81]), friction=dict(coefficient=.3),
        domain=dict(periodic=["x"], low=[0, 0], high=[1, 2]), obstacles=[dict(kind="half-space", normal=[0, 1])], output=dict(every=.01),
        groups=[dict(name="discs"), dict(name="tiles")],
        particles=[dict(kind="lattice", group="discs", origin=[.1, .1], counts=[4, 1], spacing=.25, radius=.05),
                   dict(kind="lattice", group="tiles", origin=[.1, .3], counts=[4, 1], spacing=.25, radius=.05, shape=dict(kind="box", sides=[2, 1]))]),
        tmp_path / "run")
    with gsd.open(run.export("gsd")[0], "rb") as file:
        assert len(file) == len(run) == 6
        for k, frame in enumerate(file):
            frame.validate()
            p, angle = frame.particles, run.orientation[k].ravel()
            assert frame.configuration.dimensions == 2 and frame.configuration.box[0] == 1 and p.types == ["discs", "tiles"]
            where = p.position + frame.log["origin"] + p.image * [1, 0, 0]
            assert where[:, :2] == pytest.approx(run.position[k], abs=1e-6) and not p.position[:, 2].any()
            turned = np.stack([np.cos(angle / 2), 0 * angle, 0 * angle, np.sin(angle / 2)], axis=1)
            assert np.abs((p.orientation * turned).sum(axis=1)) == pytest.approx(np.ones(8), abs=1e-6)  # q and −q are one
        disc, tile = p.type_shapes
    assert disc == {"type": "Sphere", "diameter": pytest.approx(.1)}
    corners = np.array(tile["vertices"])
    assert tile["type"] == "Polygon" and np.prod(np.ptp(corners, axis=0)[:2]) == pytest.approx(np.pi * .05 ** 2)


def test_gsd_reads_a_run_that_bodies_enter(tmp_path):
    gsd = pytest.importorskip("gsd.hoomd", reason="gsd is not installed")
    run = record(in_space(groups=[], particles=[dict(kind="pour", count=30, rate=1000., low=[0, 0, .4], high=[1, 1, .9], radius=.05)]),
                 tmp_path / "run")
    with gsd.open(run.export("gsd")[0], "rb") as file:
        counts = [frame.particles.N for frame in file]
        assert counts == [len(frame) for frame in run] and counts[0] < counts[-1] == 30
        last = file[4]
        assert list(last.log["particles/id"]) == list(range(30)) and len(last.particles.types) == 1


def test_mdanalysis_and_ase_read_the_dump(spheres, tmp_path):
    mda = pytest.importorskip("MDAnalysis", reason="MDAnalysis is not installed")
    io = pytest.importorskip("ase.io", reason="ASE is not installed")
    (file,) = spheres.export("lammps", tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        u = mda.Universe.empty(64, trajectory=True)
        u.load_new(file, format="LAMMPSDUMP")
    for k, ts in enumerate(u.trajectory):  # which begins at the corner of the box there
        corner = (spheres.position[k] - spheres.radius[:, None]).min(axis=0)
        assert ts.positions + corner == pytest.approx(spheres.position[k], abs=1e-5)
    frames = io.read(file, index=":", format="lammps-dump-text")
    assert len(frames) == 5 and frames[3].get_positions() == pytest.approx(spheres.position[3], abs=1e-6)


def test_pandas_reads_tables_with_types(spheres, shapes, tmp_path):
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    for run in (spheres, shapes):
        bodies, contacts = (pandas.read_csv(file) for file in run.export("csv", tmp_path / str(run.bodies)))
        for table in (bodies, contacts):
            assert not table.isna().any().any()
        for column in ("frame", "step", "first", "second", "obstacle"):
            assert contacts[column].dtype == np.int64
        frame = len(run) - 1
        ours = run[frame].contacts
        last = contacts[contacts.frame == frame]
        assert len(last) == len(ours["first"]) > 0 and (last["first"].to_numpy() == np.asarray(ours["first"])).all()
        touching = last[last.second >= 0]
        assert (touching.obstacle == -1).all() and (last[last.second < 0].obstacle == 0).all()
        assert last.force.to_numpy() == pytest.approx(ours["force"])
        steps = pandas.read_csv(run.folder + "/steps.csv")
        assert not steps.isna().any().any() and steps.step.dtype == np.int64


def read_vtk(file):
    """A .vtp or .vti file by VTK itself."""
    reader = pytest.importorskip("vtkmodules.vtkIOXML", reason="VTK is not installed")
    r = reader.vtkXMLImageDataReader() if file.suffix == ".vti" else reader.vtkXMLPolyDataReader()
    r.SetFileName(str(file))
    r.Update()
    return r.GetOutput()


def test_vtk_reads_particles_shapes_and_contacts_as_lines(shapes, tmp_path):
    pytest.importorskip("vtkmodules.vtkIOXML", reason="VTK is not installed")
    from vtkmodules.util.numpy_support import vtk_to_numpy
    shapes.export("vtp", tmp_path)

    def read(name):
        return read_vtk(tmp_path / name)

    points = read("particles_000004.vtp")
    assert points.GetNumberOfPoints() == 10
    assert vtk_to_numpy(points.GetPoints().GetData()) == pytest.approx(shapes.position[4])
    assert vtk_to_numpy(points.GetPointData().GetArray("orientation")) == pytest.approx(shapes.orientation[4])
    contacts = read("contacts_000004.vtp")
    ours = shapes[4].contacts
    assert contacts.GetNumberOfLines() == len(ours["first"]) > 0
    assert vtk_to_numpy(contacts.GetCellData().GetArray("force")) == pytest.approx(ours["force"])
    assert read("shapes_000004.vtp").GetNumberOfPolys() > 100
    box = read("obstacles_000004.vtp")  # of its walls the floor, as far as the bodies reach: the others are beyond them
    low_x, high_x, low_y, high_y, *heights = box.GetBounds()
    assert box.GetNumberOfPolys() == 1 and heights == [0, 0] and 0 <= low_x < .1 < .9 < high_x <= 1 and 0 <= low_y < .2 < high_y <= 1
    assert set(vtk_to_numpy(box.GetCellData().GetArray("obstacle"))) == {0}


def test_vtk_reads_bridges_as_lines(tmp_path):
    pytest.importorskip("vtkmodules.vtkIOXML", reason="VTK is not installed")
    from vtkmodules.util.numpy_support import vtk_to_numpy
    run = record(dict(
        scene=dict(dimension=3), time=dict(step=1e-3, end=.01), output=dict(every=.005),
        particles=[dict(kind="lattice", origin=[0, 0, 0], counts=[3, 1, 1], spacing=.1, radius=.05, density=1000)],
        forces=dict(capillary=[dict(surface_tension=.07, angle=0, volume=1e-6)])), tmp_path / "run")
    run.export("vtp", tmp_path)
    bridges = read_vtk(tmp_path / "bridges_000002.vtp")
    assert bridges.GetNumberOfLines() == 2
    assert vtk_to_numpy(bridges.GetCellData().GetArray("gap")) == pytest.approx([0, 0], abs=1e-5)
    ends = vtk_to_numpy(bridges.GetPoints().GetData()).reshape(2, 2, 3)
    assert np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1) == pytest.approx([.1, .1], abs=1e-5)


def test_vtk_reads_the_flow_of_a_fluid(tmp_path):
    h5py = pytest.importorskip("h5py", reason="h5py is not installed")
    pytest.importorskip("vtkmodules.vtkIOXML", reason="VTK is not installed")
    from vtkmodules.util.numpy_support import vtk_to_numpy
    run = record(dict(
        scene=dict(dimension=2), time=dict(step=2e-3, end=.01), forces=dict(gravity=[0, -9.81]), output=dict(every=.004),
        fluid=dict(low=[0, 0], high=[1, .5], viscosity=1., density=1000., cell=1 / 40),
        particles=[dict(kind="lattice", origin=[.5, .25], counts=[1, 1], spacing=.3, radius=.1, density=2000)]), tmp_path / "run")
    flow, *bodies = run.export("vti", tmp_path)
    assert flow.endswith("flow.pvd") and any(file.endswith("particles.pvd") for file in bodies)
    image = read_vtk(sorted(tmp_path.glob("flow_*.vti"))[-1])
    run.close()
    with h5py.File(run.folder + "/trajectory.h5") as file:
        velocity, pressure, vorticity = (file["floc/flow/" + name][-1] for name in ("velocity", "pressure", "vorticity"))
    assert image.GetDimensions() == (41, 21, 1) and image.GetSpacing()[:2] == pytest.approx((1 / 40, 1 / 40)) and image.GetOrigin() == (0, 0, 0)
    cells = image.GetCellData()
    assert vtk_to_numpy(cells.GetArray("velocity"))[:, :2] == pytest.approx(velocity.reshape(-1, 2), rel=1e-6) and abs(velocity).max() > 1e-4
    assert vtk_to_numpy(cells.GetArray("pressure")) == pytest.approx(pressure.ravel(), rel=1e-6)
    assert vtk_to_numpy(cells.GetArray("vorticity")) == pytest.approx(vorticity.ravel(), rel=1e-6)


def test_vtk_is_not_needed_to_see_that_the_files_are_whole(spheres, tmp_path):
    from xml.etree import ElementTree
    for file in spheres.export("vtp", tmp_path):
        names = [piece.get("file") for piece in ElementTree.parse(file).iter("DataSet")]
        assert len(names) >= 4 and all((tmp_path / name).stat().st_size > 300 for name in names)


def test_formats_are_those_of_the_program(spheres, tmp_path):
    with pytest.raises(floc.Error, match="vtp, .*gsd, xyz, lammps, csv"):
        spheres.export("pdf", tmp_path)
    shown = run_program("export", "--help")
    for name in ("vtp", "gsd", "xyz", "lammps", "csv"):
        assert f"  {name} " in shown
