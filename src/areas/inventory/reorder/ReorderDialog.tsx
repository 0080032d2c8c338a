import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { DepartmentField } from "#areas/organization/organization.ui.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { CheckboxField, DateField, FormRow, QuantityField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import type { ReorderProposal } from "./reorder.model.ts";
import { LocationField } from "../label/LocationField.tsx";

type Values = {
  departmentId: string;
  accountStringId: string;
  neededOn: string;
  locationId: string;
  lines: { chosen: boolean; unitPrice: string }[];
};

const storesOf = (p: ReorderProposal): string =>
  [
    `${shownDecimal(p.available)} free`,
    p.onOrder !== "0" && `${shownDecimal(p.onOrder)} on order`,
    p.asked !== "0" && `${shownDecimal(p.asked)} asked for`,
    `reordered at ${shownDecimal(p.reorderPoint)}`,
    p.keeper && `kept by ${p.keeper}`,
  ]
    .filter(Boolean)
    .join(", ");

function Proposed({ proposal: p, at }: { proposal: ReorderProposal; at: number }) {
  return (
    <div className="grid items-end gap-3 border-b border-hair pb-3 sm:grid-cols-[1fr_180px]">
      <CheckboxField
        name={`lines.${at}.chosen`}
        label={`${shownDecimal(p.wanted)} ${p.unit} of ${p.name}`}
        hint={storesOf(p)}
      />
      <QuantityField name={`lines.${at}.unitPrice`} label={`Price of one ${p.unit}, $`} required />
    </div>
  );
}

function Form({
  proposals,
  onClose,
}: {
  proposals: readonly ReorderProposal[];
  onClose: () => void;
}) {
  const navigate = useNavigate();
  return (
    <PostDialog<Values>
      title="Reorder"
      description="It becomes one draft requisition in your name, which you submit. Neither you nor who keeps an item approves it. What is on order or asked for already is taken into account."
      path="/api/v1/stock-reorders"
      submit="Draft the requisition"
      nouns={["stock-items", "requisitions"]}
      values={{
        departmentId: "",
        accountStringId: "",
        neededOn: "",
        locationId: "",
        lines: proposals.map(({ unitPrice }) => ({ chosen: true, unitPrice: unitPrice ?? "" })),
      }}
      bodyOf={({ lines, ...head }) => ({
        ...head,
        lines: proposals.flatMap(({ id }, at) =>
          lines[at]!.chosen ? [{ itemId: id, unitPrice: lines[at]!.unitPrice }] : [],
        ),
      })}
      onClose={onClose}
      onDone={(made) => {
        const { requisitionId: id } = made as unknown as { requisitionId: string };
        void navigate(pathTo("requisition", { id }));
      }}
    >
      {proposals.map((proposal, at) => (
        <Proposed key={proposal.id} proposal={proposal} at={at} />
      ))}
      <Combobox<{ id: string; code: string; label: string }>
        name="accountStringId"
        label="Account that pays"
        required
        path="/api/v1/account-strings"
        itemLabel={(account) => `${account.code} · ${account.label}`}
      />
      <LocationField name="locationId" label="Where it is put" />
      <FormRow>
        <DepartmentField name="departmentId" label="Department" required />
        <DateField name="neededOn" label="Needed on" required />
      </FormRow>
    </PostDialog>
  );
}

/** Asks for what runs low: of all items, or of one. */
export function ReorderDialog({
  itemId = null,
  onClose,
}: {
  itemId?: string | null;
  onClose: () => void;
}) {
  const query = itemId ? `?itemId=${itemId}` : "";
  const read = useGet<{ items: ReorderProposal[] }>(
    "stock-items",
    `/api/v1/stock-reorders/proposals${query}`,
  );
  if (read.error) return <ErrorPanel error={read.error} what="What runs low" />;
  return read.data ? <Form proposals={read.data.items} onClose={onClose} /> : null;
}
