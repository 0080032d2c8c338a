import { options } from "#kernel/labels.ts";
import { FormSection } from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { destinationKinds, toFiller } from "../delivery/destination.labels.ts";

const kinds = options(destinationKinds);

/** Where a submission goes once it is approved. */
export function DestinationEditor() {
  return (
    <FormSection title="Destinations">
      <p className="hint">
        Where a submission goes once it is approved. To: an email address, “{toFiller}” for whoever
        filled it in, or the address of a webhook endpoint; empty for downloads and print batches.
      </p>
      <LineItems
        headed
        name="destinations"
        label="Destinations"
        min={0}
        blank={() => ({ kind: "mail", to: "" })}
        columns={[
          {
            name: "kind",
            label: "Delivery method",
            kind: "select",
            required: true,
            options: kinds,
          },
          { name: "to", label: "To", kind: "text" },
        ]}
      />
    </FormSection>
  );
}
