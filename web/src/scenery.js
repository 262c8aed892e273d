// What stands around the particles: obstacles (moving ones too), exits, the periodic box, and the path of a
// particle.
import {
  BufferAttribute, BufferGeometry, DoubleSide, EdgesGeometry, GLSL3, Group, Mesh, MeshBasicMaterial, Quaternion,
  RawShaderMaterial, ShapeUtils, Vector2, Vector3, BackSide, FrontSide,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

const facet = {
  glslVersion: GLSL3,
  vertexShader: `
precision highp float;
uniform mat4 modelViewMatrix, projectionMatrix;
in vec3 position;
out vec3 p;
void main() { p = (modelViewMatrix * vec4(position, 1.0)).xyz; gl_Position = projectionMatrix * vec4(p, 1.0); }`,
  fragmentShader: `
precision highp float;
in vec3 p;
uniform vec3 base;
out vec4 seen;
void main() {
  vec3 n = normalize(cross(dFdx(p), dFdy(p)));
  seen = vec4(base * mix(0.45, 1.0, 0.5 + 0.5 * dot(n, vec3(-0.33, 0.66, 0.675))), 1.0);
}`,
};

const channels = (text) => [1, 3, 5].map((k) => parseInt(text.slice(k, k + 2), 16) / 255);

// Dark obstacles are lifted on a dark page, so that they are seen.
function inkOf(text, dark) {
  const c = channels(text);
  const bright = 0.3 * c[0] + 0.6 * c[1] + 0.1 * c[2];
  return dark && bright < 0.55 ? c.map((x) => x + (0.78 - bright) * (1 - x)) : c;
}

export class Scenery {
  constructor(run, dark) {
    this.run = run;
    this.dark = dark;
    this.group = new Group();
    this.lines = []; // materials that must know the size of the picture
    this.moving = [];
    for (const obstacle of run.obstacles) this.add(obstacle);
    for (const exit of run.exits) this.group.add(this.line(exit.lines.flat(2), [0.13, 0.68, 0.4], 5));
    this.addPeriods();
  }

  add(obstacle) {
    const group = new Group();
    const ink = inkOf(obstacle.colour, this.dark);
    for (const surface of obstacle.surfaces) {
      if (this.run.dimension < 3) this.addOutline(group, surface, ink);
      else this.addFaces(group, surface, ink);
    }
    if (obstacle.poses) this.moving.push({ group, poses: obstacle.poses });
    this.group.add(group);
  }

  // A solid is filled; a wall with the solid on one side has a soft band there.
  addOutline(group, { points, lines, filled, sides }, ink) {
    const segments = [];
    const band = { position: [], colour: [], index: [] };
    lines.forEach((line, l) => {
      for (let k = 0; k + 1 < line.length; ++k) {
        const [a, b] = [points[line[k]], points[line[k + 1]]];
        segments.push(...a, ...b);
        const side = filled[l] ? 0 : sides[l][k];
        if (side) addBand(band, a, b, side * 0.022 * this.run.view.size, ink);
      }
      if (line.length === 1) {
        const [x, y] = points[line[0]]; // a wall on a line
        const half = 0.1 * this.run.view.size;
        segments.push(x, y - half, 0, x, y + half, 0);
      }
      if (filled[l]) group.add(fill(line.slice(0, -1).map((p) => points[p]), ink, this.dark));
    });
    if (band.index.length) group.add(bandMesh(band));
    if (segments.length) {
      const line = this.line(segments, ink, 2.5);
      line.renderOrder = 3;
      group.add(line);
    }
  }

  // Opaque solids; walls and containers as a veil, thinner before the particles than behind them.
  addFaces(group, { points, faces, solid, open }, ink) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(points.flat()), 3));
    geometry.setIndex(faces.flatMap((f) => f.slice(2).flatMap((p, k) => [f[0], f[k + 1], p])));
    if (solid) {
      const base = { value: new Vector3(...ink.map((c) => 0.55 * c + 0.4)) };
      group.add(new Mesh(geometry, new RawShaderMaterial({ ...facet, uniforms: { base }, side: DoubleSide })));
    } else {
      const veil = (side, opacity) => {
        const mesh = new Mesh(geometry, new MeshBasicMaterial({ transparent: true, opacity, side, depthWrite: false }));
        mesh.material.color.setRGB(...ink);
        mesh.renderOrder = side === BackSide ? 4 : 1;
        group.add(mesh);
      };
      if (open) veil(DoubleSide, 0.2);
      else {
        veil(FrontSide, 0.16);
        veil(BackSide, 0.045);
      }
    }
    const edges = new EdgesGeometry(geometry, 40).getAttribute('position');
    if (edges) group.add(this.line(edges.array, ink, 1.2, { opacity: 0.55 }));
  }

  addPeriods() {
    const { period, origin, view, dimension } = this.run;
    if (!period.some((p) => p > 0)) return;
    const low = [0, 1, 2].map((k) => (period[k] > 0 ? origin[k] : view.low[k]));
    const high = [0, 1, 2].map((k) => (period[k] > 0 ? origin[k] + period[k] : view.high[k]));
    const segments = [];
    for (let corner = 0; corner < 1 << dimension; ++corner)
      for (let k = 0; k < dimension; ++k) {
        if (corner & (1 << k)) continue;
        // An edge is one of the box when a direction across it is periodic.
        if (![0, 1, 2].some((c) => c !== k && period[c] > 0) && dimension > 1) continue;
        const at = (bits) => [0, 1, 2].map((c) => (c < dimension ? (bits & (1 << c) ? high[c] : low[c]) : 0));
        segments.push(...at(corner), ...at(corner | (1 << k)));
      }
    const ink = this.dark ? [0.75, 0.78, 0.84] : [0.25, 0.28, 0.34];
    const line = this.line(segments, ink, 1.5, { dashed: true, dashSize: 0.014 * view.size, gapSize: 0.01 * view.size, opacity: 0.8 });
    line.computeLineDistances();
    this.group.add(line);
  }

  line(coordinates, ink, linewidth, more = {}) {
    const material = new LineMaterial({ linewidth, transparent: true, ...more });
    material.color.setRGB(...ink);
    material.depthTest = this.run.dimension === 3;
    material.depthWrite = false;
    this.lines.push(material);
    const line = new LineSegments2(new LineSegmentsGeometry().setPositions(coordinates), material);
    line.frustumCulled = false;
    line.renderOrder = 3;
    return line;
  }

  // The path of a picked body: broken where it leaves one side of a periodic box and enters the other.
  setPath(places) {
    if (this.path) {
      this.group.remove(this.path);
      this.path.geometry.dispose();
      this.lines.splice(this.lines.indexOf(this.path.material), 1);
      this.path = null;
    }
    const segments = [];
    const { period } = this.run;
    for (let k = 0; places && k + 1 < places.length; ++k) {
      const [a, b] = [places[k], places[k + 1]];
      if (a && b && !a.some((x, c) => period[c] > 0 && Math.abs(b[c] - x) > 0.5 * period[c])) segments.push(...a, ...b);
    }
    if (!segments.length) return;
    this.path = this.line(segments, this.dark ? [0.95, 0.96, 0.98] : [0.1, 0.11, 0.13], 1.6);
    this.path.renderOrder = 5;
    this.path.material.depthTest = false;
    this.path.material.resolution.copy(this.size);
    this.group.add(this.path);
  }

  resize(width, height) {
    this.size = new Vector2(width, height);
    for (const material of this.lines) material.resolution.copy(this.size);
  }

  // Moving obstacles at frame k and a part of the way on. A pose is a place and a quaternion.
  show(k, part) {
    const [p, q] = [new Vector3(), new Quaternion()];
    for (const { group, poses } of this.moving) {
      const [a, b] = [poses[k], poses[Math.min(k + 1, poses.length - 1)]];
      group.position.fromArray(a).lerp(p.fromArray(b), part);
      group.quaternion.fromArray(a, 3).slerp(q.fromArray(b, 3), part);
    }
  }
}

function addBand({ position, colour, index }, a, b, depth, ink) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [nx, ny] = [(-(b[1] - a[1]) / length) * depth, ((b[0] - a[0]) / length) * depth];
  const first = position.length / 3;
  position.push(...a, ...b, b[0] + nx, b[1] + ny, 0, a[0] + nx, a[1] + ny, 0);
  colour.push(...ink, 0.4, ...ink, 0.4, ...ink, 0, ...ink, 0);
  index.push(first, first + 1, first + 2, first, first + 2, first + 3);
}

function bandMesh({ position, colour, index }) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(position), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(colour), 4));
  geometry.setIndex(index);
  return new Mesh(geometry, new MeshBasicMaterial({ vertexColors: true, transparent: true, side: DoubleSide, depthTest: false }));
}

function fill(outline, ink, dark) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(outline.flat()), 3));
  geometry.setIndex(ShapeUtils.triangulateShape(outline.map(([x, y]) => new Vector2(x, y)), []).flat());
  const material = new MeshBasicMaterial({ transparent: true, opacity: dark ? 0.4 : 0.45, side: DoubleSide, depthTest: false });
  material.color.setRGB(...ink);
  return new Mesh(geometry, material);
}
