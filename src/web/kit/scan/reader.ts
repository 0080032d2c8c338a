import { formats } from "./formats.ts";
import type { ScanAnswer } from "./scan.worker.ts";

/** Reads the first code of what a video shows; null for none. `close` ends what it needs. */
export type Reader = {
  read: (video: HTMLVideoElement) => Promise<string | null>;
  close: () => void;
};

type Detector = { detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type Native = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
};

const native = async (): Promise<Reader | null> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: Native };
  const known = await BarcodeDetector?.getSupportedFormats().catch((): string[] => []);
  if (!BarcodeDetector || !known?.includes("qr_code") || !known.includes("code_128")) return null;
  const detector = new BarcodeDetector({
    formats: formats.filter((format) => known.includes(format)),
  });
  return {
    read: async (video) => (await detector.detect(video))[0]?.rawValue || null,
    close: () => {},
  };
};

/** So many pixels the longer side of a picture has that is read. */
const longest = 1280;

const pictureOf = (video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData => {
  const scale = Math.min(1, longest / Math.max(video.videoWidth, video.videoHeight));
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
};

/** What reads codes did not come, or cannot work in this browser. */
export class ReaderLost extends Error {}

const inWorker = (): Reader => {
  const worker = new Worker(new URL("./scan.worker.ts", import.meta.url), {
    type: "module",
    name: "scan",
  });
  const canvas = document.createElement("canvas");
  let waiting: { done: (code: string | null) => void; fail: (error: Error) => void } | null = null;
  let lost: ReaderLost | null = null;
  const lose = (why: string) => {
    lost = new ReaderLost(why);
    waiting?.fail(lost);
  };
  worker.onmessage = ({ data }: MessageEvent<ScanAnswer>) =>
    "code" in data ? waiting?.done(data.code) : lose(data.failed);
  // Its file may fail to come before the first picture is read.
  worker.onerror = ({ message }) => lose(message);
  return {
    read: (video) =>
      new Promise((done, fail) => {
        if (lost) return fail(lost);
        waiting = { done, fail };
        const picture = pictureOf(video, canvas);
        worker.postMessage(picture, [picture.data.buffer]);
      }),
    close: () => worker.terminate(),
  };
};

/** The browser's own reader where it has one, else ours in a worker. */
export const openReaderHere = async (): Promise<Reader> => (await native()) ?? inWorker();
