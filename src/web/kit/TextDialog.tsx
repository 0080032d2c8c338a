import { useState, type ReactNode } from "react";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

/** Asks for a text before something is done. */
export function TextDialog({
  title,
  label,
  hint,
  confirm,
  initial = "",
  least = 3,
  onClose,
  onConfirm,
  children,
}: {
  title: string;
  label: string;
  hint?: string;
  confirm: string;
  initial?: string;
  least?: number;
  onClose: () => void;
  onConfirm: (text: string) => void;
  children?: ReactNode;
}) {
  const [text, setText] = useState(initial);
  const ready = text.trim().length >= least;
  return (
    <ConfirmDialog
      title={title}
      description={hint}
      confirm={confirm}
      ready={ready}
      onClose={onClose}
      onConfirm={() => onConfirm(text.trim())}
    >
      {children}
      <label className="field">
        <span className="label">{label}</span>
        <textarea
          className="field-control"
          rows={4}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
    </ConfirmDialog>
  );
}
