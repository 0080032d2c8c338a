import { Form } from "#web/kit/form/Form.tsx";
import { CheckboxField } from "#web/kit/form/fields.tsx";
import type { OrganizationRow } from "../organization.model.ts";
import { ofPublishKinds, publishKinds, type PublishKind } from "../publishing.labels.ts";
import { useAgencyForm } from "./useAgency.ts";

type Fields = { publish: boolean; published: Record<PublishKind, boolean> };

const toForm = (row: OrganizationRow): Fields => ({
  publish: row.publish !== null,
  published: ofPublishKinds((kind) => row.publish?.[kind] ?? false),
});

/** What of the agency everybody may read. */
export function PublicForm({ agency }: { agency: OrganizationRow }) {
  const form = useAgencyForm(agency, toForm, ({ publish, published }) => ({
    publish: publish ? published : null,
  }));
  return (
    <Form<Fields> formKey={null} submitLabel="Save what is public" {...form}>
      <CheckboxField
        name="publish"
        label="Publish"
        hint="Without this, nothing of the agency stands on the public pages. Vendors appear there who are marked as public."
      />
      {publishKinds.map(([kind, { label, hint }]) => (
        <CheckboxField
          key={kind}
          name={`published.${kind}`}
          label={label}
          {...(hint ? { hint } : {})}
        />
      ))}
    </Form>
  );
}
