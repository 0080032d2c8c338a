import { useMemo, useState, type ReactNode } from "react";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "../overlays.tsx";
import { useGet } from "../queries.ts";
import type { PaperOffer } from "./paperOffer.ts";
import type { BatchAction, Selection } from "./selection.ts";

const none: readonly never[] = [];
const FillDialog = dialogOnDemand(async () => (await import("./FillForm.tsx")).FillForm);

/**
 * The batch actions of a list with “Fill a form…” behind them, where the agency has PDF templates in
 * force that its records can be filled into; and the dialog of that.
 */
export const useFilling = (
  path: string,
  own: readonly BatchAction[] = none,
): { batch: readonly BatchAction[]; dialog: ReactNode } => {
  const { can } = useAuth();
  const [selection, setSelection] = useState<Selection | null>(null);
  // The same answer for all lists.
  const offers = useGet<{ items: PaperOffer[] }>("paper-templates", "/api/v1/paper-offers", {
    enabled: can("form.fill"),
  });
  const papers = useMemo(
    () => (offers.data?.items ?? none).filter((each) => each.path === path),
    [offers.data, path],
  );
  const batch = useMemo(
    () =>
      papers.length === 0
        ? own
        : [
            ...own,
            {
              label: "Fill a form…",
              run: (chosen: Selection) => setSelection(chosen),
            } satisfies BatchAction,
          ],
    [papers, own],
  );
  const dialog = selection && (
    <FillDialog
      path={path}
      offers={papers}
      selection={selection}
      onClose={() => setSelection(null)}
    />
  );
  return { batch, dialog };
};
