# Floc for Spack 1.0 and later. From the tree that this file lies in, with a repository of packages of one's own:
#
#   spack repo create floc-repo floc && mkdir floc-repo/spack_repo/floc/packages/floc
#   cp packaging/spack/package.py floc-repo/spack_repo/floc/packages/floc
#   spack repo add floc-repo/spack_repo/floc && spack dev-build floc@0.2.0
from spack_repo.builtin.build_systems.cmake import CMakePackage, generator

from spack.package import *


class Floc(CMakePackage):
    """Rigid bodies that collide, stick, aggregate and flow: at every time step one global convex projection gives velocities
    that respect every contact, with a certificate of how well it did."""

    license("BSD-3-Clause")
    version("0.2.0")
    variant("python", default=True, description="The Python module")
    extends("python@3.11:", when="+python")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    generator("ninja")

    depends_on("fmt")
    depends_on("tomlplusplus")
    depends_on("cli11")
    depends_on("nlohmann-json")
    depends_on("cpp-httplib")
    depends_on("random123")
    depends_on("hdf5~mpi")
    depends_on("fftw~mpi")
    depends_on("zlib-api")
    depends_on("muparser")
    depends_on("cairo@1.18:+zlib+ft+fc+png+pdf+svg")  # the first five come together; without ft and fc there are no fonts
    depends_on("suite-sparse")
    depends_on("py-pybind11@2.10:", when="+python")
    depends_on("py-numpy", when="+python", type=("build", "run"))

    def cmake_args(self):
        return [
            self.define("FLOC_TESTS", False),
            self.define_from_variant("FLOC_PYTHON_PACKAGE", "python"),
            self.define("FLOC_PYTHON_DIR", python_platlib if self.spec.satisfies("+python") else "."),
        ]

    @run_after("install")
    def install_module(self):
        if self.spec.satisfies("+python"):
            cmake("--install", self.build_directory, "--component", "python")

    @run_after("install")
    def check_install(self):
        floc = Executable(self.prefix.bin.floc)
        floc("--version")
