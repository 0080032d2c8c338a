import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, QuantityField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { DrawnOnSheet, DrawnRow } from "./measurement.model.ts";
import type { SheetDetail } from "./plan.model.ts";

type Given = {
  title: string;
  neededOn: string;
  accountStringId: string;
  prices: { unitPrice: string }[];
};

const bought = (row: DrawnRow): boolean =>
  (row.status === "measured" || row.status === "checked") && row.quantity !== null;

/** Makes what was measured on a sheet the lines of one draft requisition. */
export function RequisitionDialog({
  sheet,
  drawn,
  onClose,
}: {
  sheet: SheetDetail;
  drawn: DrawnOnSheet;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const rows = drawn.items.filter(bought);
  const [values] = useState<Given>({
    title: `${sheet.number} ${sheet.title}`.trim(),
    neededOn: "",
    accountStringId: "",
    prices: rows.map(() => ({ unitPrice: "" })),
  });
  return (
    <PostDialog<Given>
      title="To requisition"
      description={
        rows.length === 0
          ? "Nothing on this sheet has a quantity that is not in a requisition yet."
          : "What you measured becomes lines of one draft in your name. Leave the price out of what is not to be bought."
      }
      path="/api/v1/measurements/actions/to-requisition"
      submit="Make the draft"
      values={values}
      nouns={["measurements", "requisitions"]}
      bodyOf={({ prices, ...given }) => {
        const priced = rows.flatMap(({ id }, at) => {
          const unitPrice = prices[at]?.unitPrice;
          return unitPrice ? [{ id, unitPrice }] : [];
        });
        return { ...given, ids: priced.map(({ id }) => id), prices: priced };
      }}
      onClose={onClose}
      onDone={({ id }) => void navigate(pathTo("requisition", { id }))}
    >
      <TextField name="title" label="What is needed" required />
      <DateField name="neededOn" label="Needed on" required />
      <Combobox<{ id: string; code: string; label: string }>
        name="accountStringId"
        label="Account that pays"
        required
        path="/api/v1/account-strings"
        itemLabel={(account) => `${account.code} · ${account.label}`}
      />
      {rows.map(({ id, number, name, quantity, unit }, at) => (
        <QuantityField
          key={id}
          name={`prices.${at}.unitPrice`}
          label={`${number} ${name}, ${shownDecimal(quantity!)} ${unit}: price of a unit`}
          least={2}
        />
      ))}
    </PostDialog>
  );
}
