import { useEffect, useState } from "react";
import { ApiProblem } from "#web/kit/api.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { shapeRefusal } from "../geometry.model.ts";
import type { DrawnRow } from "../measurement.model.ts";
import { begunEditing, isChanged, rebased, type Editing } from "./editing.model.ts";
import { mergeShapes, type Rings } from "./merge.model.ts";

/** What somebody else made of the same points meanwhile, which the server asks about. */
type Asks = { message: string; theirs: Rings; version: number };
type Held = { id: string; number: string; version: number; editing: Editing };

/** The points of one measurement while somebody changes them, and how they are sent. */
export type Vertices = ReturnType<typeof useVertices>;

const asksOf = (error: ApiProblem): Asks => ({
  message: error.detail,
  theirs: error.extra["theirs"] as Rings,
  version: error.extra["theirVersion"] as number,
});

/**
 * Changes the points of a stored measurement. What could not be sent for want of a connection stays
 * here, and is sent once there is one again.
 */
export const useVertices = () => {
  const act = useMutationAction<{ merged: boolean }>("measurements", "plan-sets");
  const [held, setHeld] = useState<Held | null>(null);
  const [lost, setLost] = useState(false);
  const [asks, setAsks] = useState<Asks | null>(null);
  const stop = () => {
    setHeld(null);
    setAsks(null);
    setLost(false);
  };
  const refused = (error: unknown) => {
    if (!(error instanceof ApiProblem)) throw error;
    setLost(error.status === 0);
    if (error.code === "points_changed") setAsks(asksOf(error));
    else if (error.status !== 0) notify.failed("The points were not saved", error);
  };
  const send = async (of: Held): Promise<void> => {
    const { base, now } = of.editing;
    const body = { points: now.points, cutOuts: now.cutOuts, base };
    const path = `/api/v1/measurements/${of.id}/shape`;
    try {
      const { merged } = await act.mutateAsync({ method: "PUT", path, version: of.version, body });
      notify.done("Saved", merged ? `${of.number}, together with another change` : of.number);
      stop();
    } catch (error) {
      refused(error);
    }
  };
  useEffect(() => {
    if (!lost || !held) return;
    const again = () => void send(held);
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  });
  /** Goes on from their shape: where both touched a point, this one's points stand. */
  const settle = (side: "mine" | "theirs") => {
    if (!held || !asks) return;
    const { editing } = held;
    const { rings, clashes } = mergeShapes(editing.base, editing.now, asks.theirs, side);
    const now = side === "theirs" && clashes.length === 0 ? asks.theirs : rings;
    const next = { ...held, version: asks.version, editing: rebased(editing, asks.theirs, now) };
    setAsks(null);
    if (!isChanged(next.editing)) return stop();
    setHeld(next);
    if (side === "mine" && !shapeRefusal({ kind: editing.kind, ...now })) void send(next);
  };
  return {
    ...{ held, lost, asks, stop, settle, sending: act.isPending },
    begin: ({ id, number, version, kind, points, cutOuts }: DrawnRow) => {
      setLost(false);
      setAsks(null);
      setHeld({ id, number, version, editing: begunEditing(kind, { points, cutOuts }) });
    },
    change: (editing: Editing) => setHeld((before) => before && { ...before, editing }),
    save: () => held && void send(held),
  };
};
