// Periodic images: what crosses a face of the periodic box is seen at the other side too.
import { Mesh, RawShaderMaterial, Vector3 } from 'three';
import { Instances, square } from './instances.js';

// f(x, y, z) for every shift, but none, by which something between `low` and `high` reaches into the box.
export function forEachImage({ period, origin }, low, high, f) {
  const crosses = (c) => period[c] > 0 && (low[c] < origin[c] || high[c] > origin[c] + period[c]);
  if (!crosses(0) && !crosses(1) && !crosses(2)) return; // most do not
  const shifts = [0, 1, 2].map((c) => {
    const all = [0];
    if (period[c] > 0 && low[c] < origin[c]) all.push(period[c]);
    if (period[c] > 0 && high[c] > origin[c] + period[c]) all.push(-period[c]);
    return all;
  });
  for (const x of shifts[0]) for (const y of shifts[1]) for (const z of shifts[2]) if (x || y || z) f(x, y, z);
}

// The images of particles, drawn as these are. `bodies` has whose they are.
export class ParticleImages {
  constructor(particles) {
    this.particles = particles;
    this.bodies = [];
    const fields = { from: 3, to: 3, radius: 1, colour: 4 };
    this.instances = new Instances(square(), particles.lies ? { ...fields, lies: 4, goes: 4 } : fields);
    const { material } = particles;
    // Images are where they are: nothing takes them back into the box.
    const own = new RawShaderMaterial().copy(material);
    own.uniforms = { ...material.uniforms, period: { value: new Vector3() } };
    this.mesh = new Mesh(this.instances.geometry, own);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = particles.mesh.renderOrder;
  }

  place(k, out) {
    return out.fromArray(this.instances.array('from'), 3 * k);
  }

  show() {
    const { particles, instances } = this;
    const { run } = particles;
    const [x, low, high] = [new Vector3(), [0, 0, 0], [0, 0, 0]];
    instances.begin();
    for (let i = 0; i < run.count; ++i) {
      if (!particles.isShown(i)) continue;
      const r = run.radius[i];
      particles.centre(i, x);
      for (let c = 0; c < 3; ++c) [low[c], high[c]] = [x.getComponent(c) - r, x.getComponent(c) + r];
      forEachImage(run, low, high, (dx, dy, dz) => {
        const k = instances.add();
        const at = [x.x + dx, x.y + dy, x.z + dz];
        instances.array('from').set(at, 3 * k);
        instances.array('to').set(at, 3 * k);
        instances.array('radius')[k] = particles.ball[i];
        instances.array('colour').set(particles.colour.array.subarray(4 * i, 4 * i + 4), 4 * k);
        if (particles.lies)
          for (const name of ['lies', 'goes']) instances.array(name).set(particles[name].array.subarray(4 * i, 4 * i + 4), 4 * k);
        this.bodies[k] = i;
      });
    }
    this.bodies.length = instances.count;
    instances.end();
    this.mesh.visible = instances.count > 0;
  }
}
