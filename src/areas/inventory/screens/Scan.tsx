import { useRef, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { tagOf } from "#kernel/label-tag.ts";

/** A hand scanner types what a label says and presses Enter; a person may type the code. */
export function Scan() {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const open = (event: FormEvent) => {
    event.preventDefault();
    const tag = tagOf(field.current?.value ?? "");
    if (tag) void navigate(`/label/${encodeURIComponent(tag)}`);
  };
  return (
    <form className="flex items-end gap-2" onSubmit={open}>
      <label className="field grow">
        <span className="label">Scan or type a code</span>
        <input ref={field} className="field-control mono" autoComplete="off" maxLength={300} />
      </label>
      <button className="btn">Open</button>
    </form>
  );
}
