import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { Dialog } from "../overlays.tsx";

/** Asks before somebody leaves a page with something that is not saved: as long as `blocks` says so. */
export function Leaving({ blocks, text }: { blocks: () => boolean; text: string }) {
  const asked = useRef(blocks);
  useEffect(() => {
    asked.current = blocks;
  });
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      asked.current() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (asked.current()) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);
  return (
    <Dialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title="Leave without saving?"
      description={text}
      footer={
        <>
          <button type="button" className="btn" onClick={() => blocker.reset?.()}>
            Stay
          </button>
          <button type="button" className="btn btn-primary" onClick={() => blocker.proceed?.()}>
            Leave
          </button>
        </>
      }
    />
  );
}
