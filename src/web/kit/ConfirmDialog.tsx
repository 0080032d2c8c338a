import type { ReactNode } from "react";
import { Dialog } from "./overlays.tsx";

/** Asks before something is done: a title, what goes with it, and the two buttons. */
export function ConfirmDialog({
  title,
  description,
  confirm,
  ready = true,
  onClose,
  onConfirm,
  children,
}: {
  title: string;
  description?: string | undefined;
  confirm: string;
  /** False while something that is needed is missing, or while it is being done. */
  ready?: boolean;
  onClose: () => void;
  onConfirm: () => void;
  children?: ReactNode;
}) {
  return (
    <Dialog
      onClose={onClose}
      title={title}
      {...(description ? { description } : {})}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {confirm === "Cancel" ? "Keep it" : "Cancel"}
          </button>
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={!ready}
            onClick={() => {
              if (ready) onConfirm();
            }}
          >
            {confirm}
          </button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
