import { Link } from "react-router";
import { counted } from "#kernel/words.ts";
import { EmptyState } from "#web/kit/states.tsx";
import { useField } from "./useField.ts";

const standings: Readonly<Record<string, string>> = {
  locked:
    "An administrator locked this device. Your work is not shown on it until it is unlocked; what you recorded stays, and is sent for review.",
  revoked:
    "An administrator revoked this device. Your work left it; what you recorded stays until it is sent, and goes to review.",
};

/** What the server did with this device, in a sentence. */
export function StandingNotice() {
  const { device } = useField();
  const said = device && standings[device.standing];
  return said ? (
    <p className="notice tone-warning" role="status">
      {said}
    </p>
  ) : null;
}

/** Somebody else's device: that items wait, and nothing more. */
export function ForeignNotice() {
  const { waiting } = useField();
  return (
    <EmptyState
      kind="no-access"
      title="This device belongs to somebody else"
      action={
        <Link className="btn" to="/mobile-app">
          My devices
        </Link>
      }
    >
      {waiting === 0
        ? "Nothing waits on it."
        : `${counted(waiting, "item")} ${waiting === 1 ? "waits" : "wait"} on it. Only the person who recorded them can open, send or delete them.`}
    </EmptyState>
  );
}

/** A browser that keeps nothing, said before anybody types. */
export function ClosedNotice() {
  return (
    <EmptyState kind="no-access" title="This browser keeps nothing">
      It is a private window, or storage is refused. What you record here would be lost: open Levee
      in a normal window.
    </EmptyState>
  );
}
