// The camera: orbits in space, slides over the plane; and the way between the world and the screen.
import { MOUSE, OrthographicCamera, PerspectiveCamera, Raycaster, TOUCH, Vector2, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

const degrees = Math.PI / 180;
const heading = 58; // pixels that the title takes

export class Eye {
  // One camera for all runs and their canvases.
  constructor(runs, canvases, changed, moving) {
    this.flat = runs[0].dimension < 3;
    this.low = new Vector3(Infinity, Infinity, Infinity);
    this.high = this.low.clone().negate();
    for (const { view } of runs) {
      this.low.min(new Vector3(...view.low));
      this.high.max(new Vector3(...view.high));
    }
    this.middle = this.low.clone().add(this.high).multiplyScalar(0.5);
    this.size = Math.max(...runs.map((run) => run.view.size));
    this.camera = this.flat ? new OrthographicCamera(-1, 1, 1, -1, -10 * this.size, 10 * this.size) : new PerspectiveCamera(32, 1, 1, 2);
    if (!this.flat) this.camera.up.set(0, 0, 1);
    this.camera.position.set(0, 0, 1);
    this.handles = canvases.map((c) => this.handle(c, changed, moving));
    this.controls = this.handles[0];
    for (const handle of this.handles) handle.target = this.controls.target;
    this.width = this.height = 1;
  }

  handle(canvas, changed, moving) {
    const controls = new OrbitControls(this.camera, canvas);
    controls.zoomToCursor = this.flat;
    controls.screenSpacePanning = true;
    if (this.flat) {
      controls.enableRotate = false;
      controls.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
      controls.touches = { ONE: TOUCH.PAN, TWO: TOUCH.DOLLY_PAN };
    } else {
      controls.minDistance = 0.01 * this.size;
      controls.maxDistance = 20 * this.size;
    }
    controls.addEventListener('change', () => {
      moving();
      changed();
    });
    return controls;
  }

  resize(width, height) {
    this.width = width;
    this.height = height;
    this.aim();
  }

  // What depends on the shape of the picture.
  aim() {
    const { camera } = this;
    if (this.flat) {
      const side = this.high.clone().sub(this.low);
      const free = Math.max(this.height - heading, 0.5 * this.height) / this.height;
      const half = 0.5 * 1.06 * Math.max(side.y / free, (side.x * this.height) / this.width, 1e-9 * this.size);
      camera.top = half;
      camera.bottom = -half;
      camera.right = (half * this.width) / this.height;
      camera.left = -camera.right;
    } else {
      camera.aspect = this.width / this.height;
      // As near as the scene allows, so that depths are told apart.
      const away = camera.position.distanceTo(this.middle);
      const reach = 0.9 * this.low.distanceTo(this.high);
      camera.near = Math.max(away - reach, 0.002 * this.size);
      camera.far = away + 3 * reach;
    }
    camera.updateProjectionMatrix();
  }

  // The whole scene, from the front and a little above.
  fit() {
    const { camera } = this;
    this.controls.target.copy(this.middle);
    camera.zoom = 1;
    if (this.flat) {
      this.aim();
      this.controls.target.y += 0.5 * heading * this.pixel();
      camera.position.set(this.middle.x, this.controls.target.y, this.size);
    } else {
      const [azimuth, elevation] = [-65 * degrees, 20 * degrees];
      const towards = new Vector3(Math.cos(elevation) * Math.cos(azimuth), Math.cos(elevation) * Math.sin(azimuth), Math.sin(elevation));
      const right = new Vector3(-Math.sin(azimuth), Math.cos(azimuth), 0);
      const up = towards.clone().cross(right);
      const slope = Math.tan(0.5 * camera.fov * degrees);
      let distance = 0;
      for (let c = 0; c < 8; ++c) {
        const x = new Vector3(...[0, 1, 2].map((k) => (c & (1 << k) ? this.high : this.low).getComponent(k))).sub(this.middle);
        const across = Math.max(Math.abs(x.dot(up)), (Math.abs(x.dot(right)) * this.height) / this.width);
        distance = Math.max(distance, across / slope + x.dot(towards));
      }
      camera.position.copy(this.middle).addScaledVector(towards, 1.06 * distance);
    }
    this.aim();
    for (const handle of this.handles) handle.update();
  }

  // Goes along with a body that has moved.
  move(by) {
    this.controls.target.add(by);
    this.camera.position.add(by);
    this.controls.update();
  }

  // The length of a pixel in the plane of the picture.
  pixel() {
    return (this.camera.top - this.camera.bottom) / this.camera.zoom / this.height;
  }

  // How many pixels a length of 1 takes: in the plane anywhere, in space at distance 1.
  focal() {
    return this.flat ? 1 / this.pixel() : (0.5 * this.height) / Math.tan(0.5 * this.camera.fov * degrees);
  }

  // Where a point of the world is on the canvas, in pixels, and how large a radius there is.
  project(x, radius) {
    this.camera.updateMatrixWorld();
    const eye = x.clone().applyMatrix4(this.camera.matrixWorldInverse);
    const at = x.clone().project(this.camera);
    const slope = Math.tan(0.5 * (this.camera.fov ?? 0) * degrees);
    const size = this.flat ? radius / this.pixel() : (0.5 * this.height * radius) / (-eye.z * slope);
    return { x: (0.5 + 0.5 * at.x) * this.width, y: (0.5 - 0.5 * at.y) * this.height, size, behind: !this.flat && eye.z > 0 };
  }

  // The ray through a pixel of the canvas.
  ray(x, y) {
    const caster = new Raycaster();
    this.camera.updateMatrixWorld();
    caster.setFromCamera(new Vector2((2 * x) / this.width - 1, 1 - (2 * y) / this.height), this.camera);
    if (this.flat) caster.ray.origin.z = this.size;
    return caster.ray;
  }

  // Nearest and farthest depth of the scene, for the haze.
  depths() {
    const away = this.camera.position.distanceTo(this.middle);
    const reach = 0.5 * this.low.distanceTo(this.high);
    return [Math.max(away - reach, 0), away + reach];
  }
}
