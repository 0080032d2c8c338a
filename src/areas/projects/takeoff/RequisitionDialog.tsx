import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { DateField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { AccountField, BuyFields, NothingToBuy, TheRest } from "./out/BuyFields.tsx";
import type { ToBuy } from "./out/lines.model.ts";
import type { SheetDetail } from "./plan.model.ts";

type Given = {
  title: string;
  neededOn: string;
  accountStringId: string;
  lines: { unitPrice: string; accountStringId: string | null }[];
};
const none =
  "Nothing that you measured on this sheet has a quantity that is not in a requisition yet.";
type Of = { sheet: SheetDetail; onClose: () => void };

function Fill({
  sheet,
  found,
  onNext,
  onClose,
}: Of & { found: ToBuy; onNext: (after: string) => void }) {
  const navigate = useNavigate();
  const [values] = useState<Given>({
    title: `${sheet.number} ${sheet.title}`.trim(),
    neededOn: "",
    accountStringId: found.account?.id ?? "",
    lines: found.lines.map(({ unitPrice }) => ({
      unitPrice: unitPrice ?? "",
      accountStringId: null,
    })),
  });
  return (
    <PostDialog<Given>
      title="To requisition"
      description="What you measured becomes lines of one draft in your name. Leave the price out of what is not to be bought."
      path="/api/v1/measurements/actions/to-requisition"
      submit="Make the draft"
      values={values}
      nouns={["measurements", "requisitions"]}
      bodyOf={({ lines, ...given }) => ({
        ...given,
        ids: found.ids,
        lines: found.lines.map(({ key }, at) => ({
          key,
          unitPrice: lines[at]?.unitPrice || null,
          accountStringId: lines[at]?.accountStringId || null,
        })),
      })}
      onClose={onClose}
      onDone={({ id }) => void navigate(pathTo("requisition", { id }))}
    >
      <TextField name="title" label="What is needed" required />
      <DateField name="neededOn" label="Needed on" required />
      <AccountField
        name="accountStringId"
        label="Account that pays"
        hint={
          found.lines.some(({ costCode }) => costCode)
            ? `Lines with a cost code need an account of ${sheet.projectNumber}: cost codes divide its money.`
            : undefined
        }
        required
        current={found.account?.code ?? null}
      />
      <TheRest found={found} onNext={onNext} />
      <BuyFields found={found} accounts={found.lines.length > 1} />
    </PostDialog>
  );
}

/** Makes what was measured on a sheet the lines of one draft requisition. */
export function RequisitionDialog({ sheet, onClose }: Of) {
  const [after, setAfter] = useState("");
  const path = `/api/v1/plan-sheets/${sheet.id}/to-buy?for=requisition&after=${encodeURIComponent(after)}`;
  const { data, error } = useGet<ToBuy>("measurements", path);
  const on = { onNext: setAfter, onClose };
  if (data?.lines.length === 0)
    return <NothingToBuy title="To requisition" says={none} {...on} found={data} />;
  if (data) return <Fill key={after} sheet={sheet} {...on} found={data} />;
  return (
    <Dialog title="To requisition" onClose={onClose}>
      {error ? <ErrorPanel error={error} what="The lines" /> : <TableSkeleton columns={2} />}
    </Dialog>
  );
}
