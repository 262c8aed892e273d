// Keys, and the list of them.
const $ = (id) => document.getElementById(id);

export function bindKeys(view) {
  const { player, legend, picked, run, tools, recorder } = view;
  const list = [
    [['Space'], 'space', 'play or pause', () => player.toggle()],
    [['ArrowRight'], '→', 'a frame on (with shift: ten)', (e) => player.step(e.shiftKey ? 10 : 1)],
    [['ArrowLeft'], '←', 'a frame back', (e) => player.step(e.shiftKey ? -10 : -1)],
    [['Home'], 'Home', 'the first frame', () => player.goto(0)],
    [['End'], 'End', 'the last frame', () => player.goto(Infinity)],
    [['+', '='], '+', 'faster', () => player.faster(1)],
    [['-'], '−', 'slower', () => player.faster(-1)],
    [['c'], 'c', 'colour by the next quantity', () => legend.next()],
    [['f'], 'f', 'follow the picked particle', () => picked.follow(!picked.following)],
    [['p'], 'p', 'its path', () => $('trail').click()],
    [['Escape'], 'Esc', 'let it go', () => picked.pick(-1)],
    ...(run.network ? [[['n'], 'n', 'contacts as bars: forces, γ, none', () => tools.nextNetwork()]] : []),
    [['v'], 'v', 'velocities as arrows', () => tools.setArrows(!$('arrows').checked)],
    [['/'], '/', 'which particles are shown: a filter', () => $('filter').focus()],
    [['x'], 'x', 'a plane that cuts the picture', () => nextCut(tools)],
    [['s'], 's', 'save what is seen as a picture', () => recorder.takePicture()],
    [['o'], 'o', 'record a video, and stop', () => recorder.toggle()],
    ...(run.turning ? [[['m'], 'm', 'marks that turn with the particles', () => view.sights.forEach((sight) => sight.particles.toggleMarks())]] : []),
    [['r', '0'], 'r', 'the whole picture', () => view.fit()],
    [['g'], 'g', 'graphs on or off', () => document.body.classList.toggle('bare')],
    [['?', 'h'], '?', 'this list', () => toggleHelp()],
  ];
  const space = run.dimension === 3;
  const mouse = [
    ['drag', space ? 'turn the picture' : 'move the picture'],
    ['wheel', 'nearer and farther'],
    ...(space ? [['right drag', 'move the picture']] : []),
    ['click', 'pick a particle'],
  ];
  const lines = [...list.map(([, name, text]) => [name, text]), ...mouse];
  $('help-list').innerHTML = lines.map(([name, text]) => `<dt><kbd>${name}</kbd></dt><dd>${text}</dd>`).join('');
  $('keys').onclick = toggleHelp;
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches?.('input[type=text], input[type=search], select')) return;
    const found = list.find(([keys]) => keys.includes(event.key) || keys.includes(event.code));
    if (!found || ($('help').open && event.key === 'Escape')) return;
    event.preventDefault();
    found[3](event);
    view.draw();
  });
}

function nextCut(tools) {
  const select = $('cut');
  select.selectedIndex = (select.selectedIndex + 1) % select.length;
  tools.cut();
}

function toggleHelp() {
  if ($('help').open) $('help').close();
  else $('help').showModal();
}
