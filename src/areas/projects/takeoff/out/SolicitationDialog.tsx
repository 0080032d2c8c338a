import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import type { SheetDetail } from "../plan.model.ts";
import { BuyFields, NothingToBuy, TheRest } from "./BuyFields.tsx";
import type { ToBuy } from "./lines.model.ts";

type Given = { solicitationId: string; lines: { unitPrice: string }[] };
const none = "Nothing on this sheet has a quantity that is not in a requisition yet.";
type Of = { sheet: SheetDetail; onClose: () => void };

function Fill({
  found,
  onNext,
  onClose,
}: {
  found: ToBuy;
  onNext: (after: string) => void;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const [values] = useState<Given>({
    solicitationId: "",
    lines: found.lines.map(({ unitPrice }) => ({ unitPrice: unitPrice ?? "" })),
  });
  return (
    <PostDialog<Given>
      title="To solicitation"
      description="What was measured becomes items of a draft. The prices are the independent estimate: of all items, or of none."
      path="/api/v1/measurements/actions/to-solicitation"
      submit="Put the items in"
      values={values}
      nouns={["measurements", "solicitations"]}
      bodyOf={({ lines, solicitationId }) => ({
        solicitationId,
        ids: found.ids,
        lines: found.lines.map(({ key }, at) => ({
          key,
          unitPrice: lines[at]?.unitPrice || null,
        })),
      })}
      onClose={onClose}
      onDone={({ id }) => void navigate(pathTo("solicitation", { id }))}
    >
      <Combobox<{ id: string; number: string; title: string }>
        name="solicitationId"
        label="Draft solicitation"
        required
        path="/api/v1/solicitations"
        query="status=draft"
        itemLabel={({ number, title }) => `${number} · ${title}`}
      />
      <TheRest found={found} onNext={onNext} />
      <BuyFields found={found} accounts={false} />
    </PostDialog>
  );
}

/** Puts what was measured on a sheet into a draft solicitation, with the estimate of it. */
export function SolicitationDialog({ sheet, onClose }: Of) {
  const [after, setAfter] = useState("");
  const path = `/api/v1/plan-sheets/${sheet.id}/to-buy?for=solicitation&after=${encodeURIComponent(after)}`;
  const { data, error } = useGet<ToBuy>("measurements", path);
  const on = { onNext: setAfter, onClose };
  if (data?.lines.length === 0)
    return <NothingToBuy title="To solicitation" says={none} found={data} {...on} />;
  if (data) return <Fill key={after} found={data} {...on} />;
  return (
    <Dialog title="To solicitation" onClose={onClose}>
      {error ? <ErrorPanel error={error} what="The items" /> : <TableSkeleton columns={2} />}
    </Dialog>
  );
}
