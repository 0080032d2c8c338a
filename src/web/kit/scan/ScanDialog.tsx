import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { Dialog } from "../overlays.tsx";
import { watchCodes, whyNoCamera } from "./camera.ts";

/** What whoever gets a code says of it; nothing ends the scanning. */
export type Taken = { said: string; wrong?: boolean } | void;

/** So long nothing is said of a code that does not come. */
const patience = 8_000;
const looking = { said: "Hold the code of the label into the picture." };
const none = {
  said: "No code is seen yet. Hold it closer, in more light, or type what the label says.",
};

/** The camera at a video: what it sees, and why it does not. It is let go of as soon as nobody looks. */
const useCamera = (onCode: (code: string) => Promise<void>) => {
  // A dialog's content stands later than the dialog.
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [tried, setTried] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [late, setLate] = useState(false);
  // What is done with a code may change while the camera looks; it does not look anew.
  const given = useRef(onCode);
  useEffect(() => {
    given.current = onCode;
  });
  useEffect(() => {
    if (!video) return;
    const closed = new AbortController();
    setFailure(null);
    setLate(false);
    const timer = setTimeout(() => setLate(true), patience);
    watchCodes(video, closed.signal, (code) => {
      clearTimeout(timer);
      return given.current(code);
    }).catch((error: unknown) => {
      if (!closed.signal.aborted) setFailure(whyNoCamera(error, window.isSecureContext));
    });
    return () => {
      clearTimeout(timer);
      closed.abort();
    };
  }, [video, tried]);
  return { setVideo, failure, late, again: () => setTried(tried + 1) };
};

/** The same by hand: for a label that does not read, and a device without a camera. */
function ByHand({ focused, onCode }: { focused: boolean; onCode: (code: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  const use = () => {
    if (!text.trim()) return;
    onCode(text.trim());
    setText("");
  };
  // No form of its own: it may stand within one, whose Enter this is not.
  const entered = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    use();
  };
  return (
    <div className="flex w-full items-end gap-2">
      <label className="field min-w-0 grow">
        <span className="label">Or type what the label says</span>
        <input
          ref={field}
          className="field-control mono"
          autoComplete="off"
          maxLength={300}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={entered}
        />
      </label>
      <button type="button" className="btn shrink-0" onClick={use}>
        Use it
      </button>
    </div>
  );
}

/** The camera's picture until it shows a code that is taken. */
export function ScanDialog({
  what,
  onCode,
  onClose,
}: {
  what: string;
  onCode: (code: string) => Taken | Promise<Taken>;
  onClose: () => void;
}) {
  const [answer, setAnswer] = useState<Exclude<Taken, void> | null>(null);
  const take = async (code: string) => {
    const taken = await onCode(code);
    if (taken) setAnswer(taken);
    else onClose();
  };
  const { setVideo, failure, late, again } = useCamera(take);
  const failed = failure !== null && !answer;
  const shown: { said: string; wrong?: boolean } = failed
    ? { said: failure, wrong: true }
    : (answer ?? (late ? none : looking));
  return (
    <Dialog
      title={`Scan ${what}`}
      onClose={onClose}
      footer={<ByHand focused={failure !== null} onCode={(code) => void take(code)} />}
    >
      <div className="grid gap-3">
        <video
          ref={setVideo}
          muted
          playsInline
          hidden={failure !== null}
          aria-label="What the camera sees"
          className="aspect-[4/3] max-h-[46dvh] w-full rounded-[4px] bg-black object-cover"
        />
        <p role="status" className={shown.wrong ? "notice tone-warning" : "text-t2"}>
          {shown.said}
        </p>
        {failure !== null && (
          <button type="button" className="btn justify-self-start" onClick={again}>
            Try the camera again
          </button>
        )}
      </div>
    </Dialog>
  );
}
