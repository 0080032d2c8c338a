import { UserRoundX } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import type { BatchAction } from "#web/kit/table/selection.ts";
import type { LeftDrafts } from "./LeftDrafts.tsx";

type Asked = { drafts: LeftDrafts; step: "takeOver" | "withdraw"; clear: () => void };
const DialogOnDemand = dialogOnDemand<{
  drafts: LeftDrafts;
  step: Asked["step"];
  onClose: (done?: boolean) => void;
}>(async () => (await import("./LeftDrafts.tsx")).default);

/**
 * What a list or a record offers for drafts whose author left: the batch buttons (where the list is
 * filtered by them), a way to ask for one, and the dialog.
 */
export const useLeftDrafts = (
  noun: LeftDrafts["noun"],
  allowed: boolean,
): {
  batch: readonly BatchAction[];
  takeOver: (id: string, version: number) => void;
  dialog: ReactNode;
} => {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [search] = useSearchParams();
  const action = (label: string, step: Asked["step"], tone: "primary" | "danger"): BatchAction => ({
    label,
    tone,
    idsOnly: true,
    run: ({ ids }, clear) => setAsked({ drafts: { noun, ids }, step, clear }),
  });
  return {
    batch:
      allowed && search.get("authorLeft") === "true"
        ? [action("Withdraw", "withdraw", "danger"), action("Take over", "takeOver", "primary")]
        : [],
    takeOver: (id, version) =>
      setAsked({ drafts: { noun, ids: [id], version }, step: "takeOver", clear: () => {} }),
    dialog: asked && (
      <DialogOnDemand
        drafts={asked.drafts}
        step={asked.step}
        onClose={(done) => {
          setAsked(null);
          if (done) asked.clear();
        }}
      />
    ),
  };
};

/** Says on a draft that nobody will finish it, and what to do. */
export function LeftNotice({
  author,
  actions,
}: {
  author: string | null;
  actions: readonly { name: string; enabled: boolean }[];
}) {
  const may = actions.some((a) => a.name === "takeOver" && a.enabled);
  return (
    <div className="notice tone-warning" role="status">
      <UserRoundX aria-hidden="true" />
      <div>
        <strong>{author ?? "Its author"} is no longer a member</strong>
        <p>
          {may
            ? "Take this draft over, give it to somebody else, or end it with a reason."
            : "A buyer, a manager or an administrator can take it over or end it."}
        </p>
      </div>
    </div>
  );
}
