import { openReaderHere, ReaderLost } from "./reader.ts";

const refused = "Allow the camera for this page in your browser, or type what the label says.";
const absent = "This device has no camera. Type what the label says.";
const sentences: Readonly<Record<string, string>> = {
  NotAllowedError: refused,
  SecurityError: refused,
  NotFoundError: absent,
  OverconstrainedError: absent,
  NotReadableError:
    "The camera gives no picture: another program may use it. Close that and try again, or type what the label says.",
};

/** Why nothing is read, in a sentence for the person; `secure` says whether the page came by https. */
export const whyNoCamera = (error: unknown, secure: boolean): string => {
  if (!secure)
    return "Browsers give the camera only to pages that come by https. Ask whoever runs the server for such an address, or type what the label says.";
  if (error instanceof ReaderLost)
    return "What reads codes could not be loaded. Check the connection and try again, or type what the label says.";
  return (
    sentences[(error as { name?: string } | null)?.name ?? ""] ??
    "The camera cannot be used. Type what the label says."
  );
};

/** So long a code is out of sight until it counts as another one. */
const gone = 1_500;

/** Whether a code is a new one: what stays in the picture is given once. */
export const newCodes = (): ((code: string, now: number) => boolean) => {
  let last = { code: "", at: 0 };
  return (code, now) => {
    const isNew = code !== last.code || now - last.at > gone;
    last = { code, at: now };
    return isNew;
  };
};

/** Milliseconds between two looks at the picture. */
const pause = 120;
const wait = () => new Promise((done) => setTimeout(done, pause));

const readFrom = async (
  video: HTMLVideoElement,
  track: MediaStreamTrack | undefined,
  stop: AbortSignal,
  onCode: (code: string) => Promise<void>,
): Promise<void> => {
  const reader = await openReaderHere();
  const isNew = newCodes();
  try {
    while (!stop.aborted) {
      if (track?.readyState === "ended")
        throw new DOMException("The camera ended.", "NotReadableError");
      const code = video.videoWidth > 0 ? await reader.read(video) : null;
      if (code && !stop.aborted && isNew(code, performance.now())) await onCode(code);
      await wait();
    }
  } finally {
    reader.close();
  }
};

/**
 * Shows the camera in a video and gives each code that it sees, until `stop`; then it lets go of the camera.
 * Rejects where there is no camera, or nothing that reads it.
 */
export const watchCodes = async (
  video: HTMLVideoElement,
  stop: AbortSignal,
  onCode: (code: string) => Promise<void>,
): Promise<void> => {
  // Browsers hide cameras from pages that did not come by https.
  if (!navigator.mediaDevices) throw new DOMException("no camera", "NotFoundError");
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: 1280 } },
    audio: false,
  });
  const end = () => stream.getTracks().forEach((track) => track.stop());
  // The dialog may be closed while the person is still asked.
  if (stop.aborted) return end();
  stop.addEventListener("abort", end);
  try {
    video.srcObject = stream;
    await video.play();
    await readFrom(video, stream.getVideoTracks()[0], stop, onCode);
  } finally {
    end();
  }
};
