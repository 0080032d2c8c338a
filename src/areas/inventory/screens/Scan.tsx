import { useRef } from "react";
import { useNavigate } from "react-router";
import { tagOf } from "#kernel/label-tag.ts";
import { ScanButton } from "#web/kit/scan/ScanButton.tsx";

/** A hand scanner types what a label says and presses Enter; a person may type the code, or hold it to the camera. */
export function Scan() {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const open = (said: string) => {
    const tag = tagOf(said);
    if (tag) void navigate(`/label/${encodeURIComponent(tag)}`);
  };
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        open(field.current?.value ?? "");
      }}
    >
      <label className="field min-w-0 grow">
        <span className="label">Scan or type a code</span>
        <input ref={field} className="field-control mono" autoComplete="off" maxLength={300} />
      </label>
      <button className="btn">Open</button>
      <ScanButton what="a label" onCode={open} />
    </form>
  );
}
