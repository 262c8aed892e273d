// Copies of a shape whose number changes from picture to picture: a draw call, and buffers that grow.
import { BufferAttribute, DynamicDrawUsage, InstancedBufferAttribute, InstancedBufferGeometry } from 'three';

// A shape given by its corners, `size` numbers each.
export function shape(corners, size, index) {
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array((3 * corners.length) / size), 3)); // three.js wants one
  geometry.setAttribute('corner', new BufferAttribute(new Float32Array(corners), size));
  geometry.setIndex(index);
  return geometry;
}

export const square = () => shape([-1, -1, 1, -1, 1, 1, -1, 1], 2, [0, 1, 2, 0, 2, 3]);

export class Instances {
  // `fields`: how many numbers of each name a copy has; those of `colour` are bytes.
  constructor(geometry, fields) {
    this.geometry = geometry;
    this.fields = fields;
    this.count = this.room = 0;
  }

  begin() {
    this.count = 0;
  }

  // The number of a new copy, whose numbers are to be set in array(name).
  add() {
    if (this.count === this.room) this.grow();
    return this.count++;
  }

  array(name) {
    return this.geometry.getAttribute(name).array;
  }

  grow() {
    this.room = Math.max(64, 2 * this.room);
    for (const [name, size] of Object.entries(this.fields)) {
      const bytes = name === 'colour';
      const array = new (bytes ? Uint8Array : Float32Array)(size * this.room);
      if (this.count) array.set(this.array(name));
      this.geometry.setAttribute(name, new InstancedBufferAttribute(array, size, bytes).setUsage(DynamicDrawUsage));
    }
    this.geometry.dispose(); // the buffers on the card are made anew
  }

  end() {
    this.geometry.instanceCount = this.count;
    if (this.count) for (const name of Object.keys(this.fields)) this.geometry.getAttribute(name).needsUpdate = true;
  }
}
