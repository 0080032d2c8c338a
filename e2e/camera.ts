// A camera of a window that shows what a test holds into it: labels as the product draws them, a little askew.
import type { Page } from "playwright";
import { labelCode } from "#server/labels/paper.ts";
import { url } from "./people.ts";

type Held = Window & {
  hold?: (picture: string | null) => void;
  tracks?: MediaStreamTrack[];
  Reader?: typeof Worker;
};

/** Gives the page a camera that shows an empty table; before its next address is opened. */
export const giveCamera = (page: Page) =>
  page.addInitScript(() => {
    const held = window as Held;
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: 640, height: 480 });
    const table = canvas.getContext("2d")!;
    let label: HTMLImageElement | null = null;
    const draw = () => {
      table.fillStyle = "#9a9488";
      table.fillRect(0, 0, 640, 480);
      if (!label) return;
      table.save();
      table.translate(330, 230);
      table.rotate(0.12);
      table.fillStyle = "#fff";
      table.fillRect(-165, -165, 330, 330);
      table.drawImage(label, -150, -150, 300, 300);
      table.restore();
    };
    setInterval(draw, 150);
    held.tracks = [];
    held.hold = (picture) => {
      label = picture ? Object.assign(new Image(), { src: picture }) : null;
    };
    navigator.mediaDevices.getUserMedia = () => {
      const stream = canvas.captureStream(6);
      held.tracks!.push(...stream.getTracks());
      return Promise.resolve(stream);
    };
  });

const pictureOf = (tag: string): string => {
  const { text } = labelCode(url, tag);
  const drawn = text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');
  return `data:image/svg+xml,${encodeURIComponent(drawn)}`;
};

/** Holds the label of a tag into the camera; null takes it away. */
export const hold = (page: Page, tag: string | null) =>
  page.evaluate((picture) => (window as Held).hold!(picture), tag && pictureOf(tag));

/** How many cameras of the page still run. */
export const running = (page: Page): Promise<number> =>
  page.evaluate(
    () => (window as Held).tracks!.filter(({ readyState }) => readyState === "live").length,
  );

/** The camera's browser answers with this error, as it does where somebody refuses or there is none. */
export const refuseCamera = (page: Page, error: string) =>
  page.addInitScript((name) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", name));
  }, error);

/** From now on the file of the reader is not there for the page, or is there again. */
export const loseReader = (page: Page, lost: boolean) =>
  page.evaluate((none) => {
    const held = window as Held;
    held.Reader ??= window.Worker;
    const Real = held.Reader;
    window.Worker = class extends Real {
      constructor(file: string | URL, options?: WorkerOptions) {
        super(none ? "/assets/nothing.js" : file, options);
      }
    };
  }, lost);
