import { useFieldArray, useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { SelectField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { countScopes, stockClasses, type CountScope, type StockClass } from "./count.labels.ts";
import { ItemField } from "../label/ItemField.tsx";
import { LocationField } from "../label/LocationField.tsx";

/** What a plan begins with. */
export type Begun = {
  scope: CountScope;
  class: StockClass | null;
  location: { id: string; code: string } | null;
};
type Values = {
  scope: CountScope;
  class: string;
  locationId: string | null;
  items: { id: string | null }[];
};

function Items() {
  const { fields, append } = useFieldArray({ name: "items" });
  return (
    <>
      {fields.map((field, at) => (
        <ItemField
          key={field.id}
          name={`items.${at}.id`}
          label={at === 0 ? "Item" : "Another item"}
          required={at === 0}
        />
      ))}
      <button
        type="button"
        className="btn btn-small justify-self-start"
        onClick={() => append({ id: null })}
      >
        Another item
      </button>
    </>
  );
}

function What({ begun }: { begun: Begun }) {
  const scope = useWatch({ name: "scope" }) as CountScope;
  if (scope === "items") return <Items />;
  if (scope === "class")
    return <SelectField name="class" label="Class" required options={options(stockClasses)} />;
  return (
    <LocationField
      name="locationId"
      label="Location, with what is within it"
      current={begun.location?.code ?? null}
    />
  );
}

/** Plans a count: what the ledger has of a location, a class or some items, without its quantities. */
export function PlanDialog({
  begun,
  onClose,
  onDone,
}: {
  begun: Begun;
  onClose: () => void;
  onDone: (made: { id: string }) => void;
}) {
  return (
    <PostDialog<Values>
      title="Plan a count"
      description="Whoever counts does not see what the ledger has. What is beyond the tolerance another person counts again, and a third approves."
      path="/api/v1/stock-counts"
      submit="Plan the count"
      nouns={["stock-counts"]}
      values={{
        scope: begun.scope,
        class: begun.class ?? "A",
        locationId: begun.location?.id ?? null,
        items: [{ id: null }],
      }}
      bodyOf={(values) => ({
        scope: values.scope,
        class: values.scope === "class" ? values.class : null,
        locationId: values.scope === "location" ? values.locationId : null,
        itemIds: values.scope === "items" ? values.items.flatMap(({ id }) => (id ? [id] : [])) : [],
      })}
      onClose={onClose}
      onDone={onDone}
    >
      <SelectField name="scope" label="Count" required options={options(countScopes)} />
      <What begun={begun} />
    </PostDialog>
  );
}
