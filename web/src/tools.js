// "Show": the network, velocities, a filter, a plane that cuts.
import { short, whole } from './text.js';

const $ = (id) => document.getElementById(id);

export class Tools {
  constructor(view) {
    this.view = view;
    this.offer();
    $('network').onchange = () => this.setNetwork($('network').value);
    $('arrows').onchange = () => this.setArrows($('arrows').checked);
    $('arrow-length').oninput = () => this.setArrows($('arrows').checked);
    $('filter').onchange = () => this.setFilter($('filter').value);
    $('cut').append(...['none', ...['x', 'y', 'z'].slice(0, view.run.dimension)].map((name, k) => Object.assign(document.createElement('option'), { value: k - 1, textContent: k ? `across ${name}` : 'none' })));
    $('cut').onchange = $('cut-at').oninput = $('cut-other').onchange = () => this.cut();
    this.cut();
  }

  // What there is, again when frames have come.
  offer() {
    const { sights } = this.view;
    const carried = (what) => sights.some(({ run }) => run.network?.[what] > 0);
    for (const option of $('network').options) option.hidden = option.disabled = option.value !== 'none' && !carried(option.value);
    $('network-row').hidden = !sights.some(({ run }) => run.network);
  }

  setNetwork(what) {
    if ([...$('network').options].some((o) => o.value === what && !o.disabled)) $('network').value = what;
    for (const sight of this.view.sights) sight.setNetwork($('network').value);
    this.view.draw();
  }
  nextNetwork() {
    const open = [...$('network').options].filter((o) => !o.disabled).map((o) => o.value);
    this.setNetwork(open[(open.indexOf($('network').value) + 1) % open.length]);
  }

  setArrows(on) {
    $('arrows').checked = on;
    $('arrow-length').hidden = !on;
    for (const sight of this.view.sights) {
      Object.assign(sight.arrows, { on, scale: Number($('arrow-length').value) });
      sight.stale = true;
    }
    this.view.draw();
  }

  setFilter(text) {
    $('filter').value = text;
    $('filter-error').textContent = '';
    for (const sight of this.view.sights) {
      try {
        sight.setFilter(text);
      } catch (error) {
        $('filter-error').textContent = error.message;
      }
    }
    $('filter').classList.toggle('wrong', $('filter-error').textContent !== '');
    this.view.draw();
  }

  cut() {
    const { eye, sights } = this.view;
    const axis = Number($('cut').value);
    $('cut-row').hidden = axis < 0;
    const part = Number($('cut-at').value);
    const at = axis < 0 ? 0 : eye.low.getComponent(axis) + part * (eye.high.getComponent(axis) - eye.low.getComponent(axis));
    $('cut-value').textContent = axis < 0 ? '' : `${'xyz'[axis]} ${$('cut-other').checked ? '>' : '<'} ${short(at, 3)}`;
    for (const sight of sights) sight.setCut(axis, at, $('cut-other').checked);
    this.view.draw();
  }

  // What is said of the picture below.
  show() {
    const [{ particles, run, frame, filter, hiddenGroups, arrows, network }] = this.view.sights;
    const lines = [];
    if (filter || hiddenGroups.size) {
      const { present } = run.frame(frame);
      let [shown, there] = [0, 0];
      for (let i = 0; i < run.count; ++i) {
        if (present[i]) ++there;
        if (particles.isShown(i)) ++shown;
      }
      lines.push(`${whole(shown)} of ${whole(there)} particles are shown.`);
    }
    if (arrows.on && arrows.every > 1) lines.push(`One arrow for ${whole(arrows.every)} particles.`);
    if (network.what !== 'none') {
      const top = run.network[network.what];
      lines.push(`${whole(network.count)} contacts; the widest are ${short(top, 3)} and more. Pushes are red, pulls blue.`);
    }
    $('shown-remark').textContent = lines.join(' ');
  }
}
