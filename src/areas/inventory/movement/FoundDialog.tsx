import { useState } from "react";
import {
  DateField,
  FormRow,
  MoneyField,
  QuantityField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { ScanField } from "#web/kit/scan/ScanField.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { Begun } from "./begun.ts";
import { ItemField } from "../label/ItemField.tsx";
import { LocationField } from "../label/LocationField.tsx";
import { lotCode } from "../label/scanned.ts";

type Values = {
  itemId: string | null;
  toLocationId: string;
  fundId: string;
  quantity: string;
  valueCents: number | null;
  code: string;
  expiresOn: string | null;
  movedOn: string | null;
  reason: string;
};
type Fund = { id: string; code: string; name: string };

const bodyOf = ({ movedOn, reason, code, expiresOn, ...line }: Values) => ({
  kind: "adjust",
  ...(movedOn ? { movedOn } : {}),
  reason,
  lines: [{ ...line, lot: code ? { code, expiresOn } : null }],
});

/** Puts into the stock what comes by no receipt: an opening balance, what a count found. */
export function FoundDialog({
  item,
  onClose,
  onDone,
}: {
  item: Begun | null;
  onClose: () => void;
  onDone: (made: { id: string }) => void;
}) {
  const [picked, setPicked] = useState<Begun | null>(item);
  const funds = useGet<{ items: Fund[] }>("segments", "/api/v1/segments?kind=fund").data;
  return (
    <PostDialog<Values>
      title="Put into stock"
      description="For an opening balance, or for what was found. Goods that were ordered come in by their receipt. What is more than the tolerance is counted."
      path="/api/v1/stock-movements"
      submit="Put in"
      nouns={["stock-movements", "stock-items", "stock-lots"]}
      values={{
        itemId: item?.id ?? null,
        toLocationId: "",
        fundId: "",
        quantity: "",
        valueCents: null,
        code: "",
        expiresOn: null,
        movedOn: null,
        reason: "",
      }}
      bodyOf={bodyOf}
      onClose={onClose}
      onDone={onDone}
    >
      <ItemField name="itemId" current={item} onPick={setPicked} />
      <FormRow>
        <LocationField name="toLocationId" label="Put into" />
        <SelectField
          name="fundId"
          label="Fund"
          required
          options={(funds?.items ?? []).map((fund) => ({
            value: fund.id,
            label: `${fund.code} ${fund.name}`,
          }))}
        />
      </FormRow>
      <FormRow>
        <QuantityField name="quantity" label="Quantity" required unit={picked?.unit ?? ""} />
        <MoneyField
          name="valueCents"
          label="What all of it cost"
          hint="Left empty, it is worth what the stock is worth"
        />
      </FormRow>
      <FormRow>
        <ScanField
          name="code"
          label="Lot or serial number, where it has one"
          what="a lot"
          read={lotCode}
        />
        <DateField name="expiresOn" label="Expires on" />
      </FormRow>
      <FormRow>
        <DateField name="movedOn" label="Since when, where not today" />
        <TextField name="reason" label="Why" required maxLength={500} />
      </FormRow>
    </PostDialog>
  );
}
