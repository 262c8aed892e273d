// What is seen as a file: a picture (PNG), or a video (WebM) of what is played until it is stopped. The numbers that stand
// over the picture are drawn in; nothing leaves the browser but the file that is saved.
import { css } from './colours.js';
import { short, withUnit } from './text.js';

const $ = (id) => document.getElementById(id);

function save(blob, name) {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

export class Recorder {
  constructor(view) {
    this.view = view;
    this.sheet = document.createElement('canvas');
    $('screenshot').onclick = () => this.takePicture();
    $('record').onclick = () => this.toggle();
    $('record').hidden = !window.MediaRecorder || !this.sheet.captureStream;
  }

  get name() {
    const title = this.view.run.title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '').toLowerCase();
    return title || 'floc';
  }

  // All canvases side by side, with title, time and colours.
  compose() {
    const { sights, legend, player, run } = this.view;
    const { sheet } = this;
    const width = sights.reduce((sum, { canvas }) => sum + canvas.width, 0) & ~1; // videos have even sides
    const height = sights[0].canvas.height & ~1;
    if (sheet.width !== width || sheet.height !== height) Object.assign(sheet, { width, height });
    const c = sheet.getContext('2d');
    const ratio = sights[0].ratio;
    const style = getComputedStyle(document.body);
    const font = (size, weight = '') => (c.font = `${weight} ${size * ratio}px ${style.fontFamily}`);
    const [ink, faint] = ['--ink', '--faint'].map((name) => style.getPropertyValue(name));
    let left = 0;
    c.textBaseline = 'alphabetic';
    for (const { canvas, run: shown } of sights) {
      c.drawImage(canvas, left, 0);
      c.textAlign = 'left';
      c.fillStyle = ink;
      font(17, '600');
      c.fillText(shown.title, left + 18 * ratio, 30 * ratio, canvas.width - 140 * ratio);
      left += canvas.width;
    }
    c.textAlign = 'right';
    c.fillStyle = ink;
    font(17, '600');
    c.fillText(`t = ${player.time.toFixed(run.digits)}`, width - 18 * ratio, 30 * ratio);
    if (legend.index >= 0 && legend.choice.kind !== 'label') {
      const [long, tall, x, y] = [180 * ratio, 10 * ratio, width - 198 * ratio, height - 40 * ratio];
      const { low, high, table } = legend.scale;
      for (let k = 0; k < 90; ++k) {
        c.fillStyle = css([...table.subarray(3 * Math.round((255 * k) / 89)).subarray(0, 3)]);
        c.fillRect(x + (k * long) / 90, y, long / 90 + 1, tall);
      }
      c.fillStyle = faint;
      font(12);
      c.fillText(short(high, 3), x + long, y + tall + 14 * ratio);
      c.textAlign = 'center';
      c.fillText(withUnit(legend.choice), x + long / 2, y - 6 * ratio);
      c.textAlign = 'left';
      c.fillText(short(low, 3), x, y + tall + 14 * ratio);
    }
    return sheet;
  }

  // The drawing must be read in the same turn of the browser in which it was drawn.
  picture() {
    this.view.renderNow(1);
    const sheet = this.compose();
    return new Promise((done) => sheet.toBlob(done, 'image/png'));
  }
  async takePicture() {
    save(await this.picture(), `${this.name}-t${this.view.player.time.toFixed(this.view.run.digits)}.png`);
  }

  toggle() {
    if (this.media) this.media.stop();
    else this.record();
  }

  // Plays from where it stands, or from the beginning when that is the end.
  record() {
    this.view.renderNow(1);
    const stream = this.compose().captureStream(30);
    const type = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'].find((t) => MediaRecorder.isTypeSupported(t));
    const parts = (this.parts = []);
    this.media = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 12e6 });
    this.media.ondataavailable = ({ data }) => data.size && parts.push(data);
    this.media.onstop = () => {
      this.media = null;
      this.show();
      this.last = new Blob(parts, { type: 'video/webm' });
      save(this.last, `${this.name}.webm`);
    };
    this.media.start(1000);
    this.show();
    if (!this.view.player.playing) this.view.player.toggle();
  }

  // After every picture.
  drawn() {
    if (!this.media) return;
    this.compose();
    if (!this.view.player.playing && !this.ending) this.end(this.media);
  }

  // The last picture stays for a moment; a slow machine may have encoded nothing yet.
  async end(media) {
    this.ending = true;
    for (let tenths = 0; media.state === 'recording' && (tenths < 4 || (!this.parts.length && tenths < 100)); ++tenths) {
      await new Promise((done) => setTimeout(done, 100));
      this.compose();
      if (media.state === 'recording') media.requestData();
    }
    if (media.state === 'recording') media.stop();
    this.ending = false;
  }

  show() {
    $('record').classList.toggle('playing', !!this.media);
    $('record').title = this.media ? 'stop and save the video (o)' : 'record what is played as a video (o)';
  }
}
