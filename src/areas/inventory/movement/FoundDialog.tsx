import { useState } from "react";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  DateField,
  FormRow,
  MoneyField,
  QuantityField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { Begun } from "./begun.ts";

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
type Item = Begun & { tracking: string };
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
      <Combobox<Item>
        name="itemId"
        label="Item"
        hint="Scan its label, or search its name"
        required
        path="/api/v1/stock-items"
        query="status=active"
        currentLabel={item && `${item.number} ${item.name}`}
        itemLabel={(found) => `${found.number} ${found.name}`}
        itemHint={(found) => found.unit}
        onPick={setPicked}
      />
      <FormRow>
        <Combobox<{ id: string; code: string; name: string }>
          name="toLocationId"
          label="Put into"
          required
          path="/api/v1/stock-locations"
          query="status=active&role=shelf,receiving"
          itemLabel={(location) => `${location.code} ${location.name}`}
        />
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
        <TextField name="code" label="Lot or serial number, where it has one" maxLength={60} />
        <DateField name="expiresOn" label="Expires on" />
      </FormRow>
      <FormRow>
        <DateField name="movedOn" label="Since when, where not today" />
        <TextField name="reason" label="Why" required maxLength={500} />
      </FormRow>
    </PostDialog>
  );
}
