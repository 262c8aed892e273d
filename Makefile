# Floc in one command each; `make` alone lists them. Every command first makes sure that the Debian
# packages it needs are installed (tools/packages.txt), then builds what it needs under build/.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo build python test sanitize fuzz validate bench peers docs figures site site-test gallery web web-test aarch64 deb install clean

JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
DEMO := out/demo
FLOC := build/release/floc

# $(call built,PRESET,TARGETS): configured (again after a change of the presets) and built.
built = { [ build/$(1)/build.ninja -nt CMakePresets.json ] || cmake --preset $(1); } && \
        cmake --build build/$(1) -j $(JOBS) $(if $(2),--target $(2))

# What web/ needs from the npm registry, when its lock file has changed.
modules = { [ web/node_modules/.package-lock.json -nt web/package-lock.json ] || npm --prefix web ci --silent --ignore-scripts; }

help: ## This list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' Makefile

demo: ## Grains through a funnel into a box: builds (six minutes), runs, draws (seconds)
	@tools/install-packages build
	@$(call built,release,floc_app)
	@$(FLOC) run scenes/funnel/scene.toml -o $(DEMO) --overwrite
	@$(FLOC) picture $(DEMO) --time 0.6 -o $(DEMO)/picture.png
	@echo
	@echo "The picture:  $(DEMO)/picture.png"
	@echo "The files:    $(DEMO)/"

build: ## The library and the program, optimised
	@tools/install-packages build
	@$(call built,release,program)

python: ## The Python package in build/release/python; `pip install .` installs it
	@tools/install-packages build python
	@cmake --preset python > /dev/null
	@cmake --build build/release -j $(JOBS) --target python_package
	@echo "import floc:  PYTHONPATH=build/release/python /usr/bin/python3"
	@echo "or install:   pip install . --config-settings build-dir=build/release"

test: ## Every test but the long ones, in the optimised build
	@tools/install-packages build python pytest compare
	@cmake --preset python > /dev/null
	@cmake --build build/release -j $(JOBS)
	@ctest --preset release -j $(JOBS)

sanitize: ## The tests again, watched for bad memory, undefined behaviour and data races
	@tools/install-packages build check
	@$(call built,asan)
	@ctest --preset asan -j $(JOBS)
	@$(call built,tsan)
	@ctest --preset tsan -j $(JOBS)

fuzz: ## Readers, expressions and steps of bodies against random input, some seconds each
	@tools/install-packages build check
	@$(call built,asan,fuzzers)
	@ctest --preset fuzz -j $(JOBS)

validate: ## The long tests: papers and exact answers
	@tools/install-packages build compare
	@$(call built,release,long_tests)
	@ctest --preset validate -j $(JOBS)

bench: ## Benchmarks and peers into benchmarks/RESULTS.md (45 minutes); QUICK=1, FULL=1, ONLY=step,peers
	@tools/install-packages build python
	@tools/install-packages --tell peers
	@cmake --preset python > /dev/null
	@cmake --preset bench
	@cmake --build build/release -j $(JOBS) --target program benchmarks python_package
	@ONLY='$(ONLY)' FULL='$(FULL)' QUICK='$(QUICK)' FROM='$(FROM)' UZAWA='$(UZAWA)' BEDS='$(BEDS)' benchmarks/run

peers: ## LAMMPS, Yade and Bullet, where installed, against Floc on the same bed: make bench ONLY=peers
	@$(MAKE) --no-print-directory bench ONLY=peers

docs: ## The reference of the scene file, from the program itself
	@tools/install-packages build
	@$(call built,release,floc_app)
	@$(FLOC) explain --markdown docs/reference

figures: ## The figures of the documentation, from the program itself; FIGURE=name draws one
	@tools/install-packages build
	@cmake --preset figures
	@cmake --build build/release -j $(JOBS) --target $(if $(FIGURE),figure_$(FIGURE),figures)
	@for f in build/release/docs/figures/figure_$(or $(FIGURE),*); do $$f docs/figures || exit 1; done

site: ## The documentation as a site in build/site, which works from a file path: search, notebooks, C++ and Python
	@tools/install-packages build python pytest site
	@cmake --preset python > /dev/null
	@cmake --build build/release -j $(JOBS) --target floc_app python_package
	@docs/site/build build/release build/site
	@echo "The site:  build/site/index.html"

site-test: site ## The site in a real browser: search, dark and light, mathematics, no network (Node)
	@tools/install-packages web
	@$(modules) && npm --prefix web run --silent test-site

gallery: site ## The same; the gallery is a part of it

web: ## The page of `floc view` from web/, which the program carries (Node; users need none)
	@tools/install-packages web
	@$(modules) && npm --prefix web run --silent build -- --logLevel warn

web-test: ## The page of `floc view` in a real browser
	@tools/install-packages build web
	@$(call built,release,floc_app)
	@$(modules) && FLOC=$(CURDIR)/$(FLOC) npm --prefix web test --silent

aarch64: ## For ARM, on another machine: builds, runs the tests of core, the projection and determinism in an emulator
	@tools/install-packages build aarch64
	@tools/aarch64-sysroot build/aarch64-sysroot
	@$(call built,aarch64,test_core test_projection test_determinism)
	@ctest --preset aarch64 -j $(JOBS)

deb: ## Debian packages of program, library and Python module in build/deb/packages; packaging/try-deb tries them
	@tools/install-packages build python deb
	@$(call built,deb)
	@rm -rf build/deb/packages
	@cd build/deb && cpack > packages.log || { cat packages.log; exit 1; }
	@ls build/deb/packages/*.deb

install: build ## Program, library, headers, manual pages and completions into PREFIX (/usr/local)
	@cmake --install build/release --prefix $(PREFIX)

clean: ## Removes build/ and out/
	rm -rf build out
