import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Held } from "#web/kit/Held.tsx";
import { CheckboxField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { EstablishmentRow } from "./safety.model.ts";

const path = "/api/v1/safety-establishments";
const blank = {
  name: "",
  company: "",
  street: "",
  city: "",
  state: "",
  zip: "",
  ein: "",
  naics: "",
  industry: "",
  kind: "3",
  active: true,
};

function EstablishmentDialog({
  of,
  onClose,
}: {
  of: EstablishmentRow | null;
  onClose: () => void;
}) {
  const { id: _id, version, kind, ...known } = of ?? { ...blank, id: "", version: 0 };
  return (
    <PostDialog
      title={of ? `Change ${of.name}` : "Add an establishment"}
      description="A single place of work with a log of its own: 29 CFR 1904.30 and 1904.46."
      path={of ? `${path}/${of.id}` : path}
      method={of ? "PUT" : "POST"}
      {...(of ? { version } : {})}
      submit="Save"
      nouns={["safety-establishments"]}
      values={{ ...known, kind: String(kind) }}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required maxLength={100} />
      <TextField name="company" label="Company or agency" maxLength={100} />
      <TextField name="street" label="Street" maxLength={200} />
      <FormRow>
        <TextField name="city" label="City" maxLength={100} />
        <TextField name="state" label="State" maxLength={2} />
        <TextField name="zip" label="ZIP" maxLength={10} />
      </FormRow>
      <FormRow>
        <TextField name="ein" label="EIN" maxLength={10} />
        <TextField name="naics" label="NAICS, six digits" maxLength={6} />
      </FormRow>
      <TextField name="industry" label="Industry" maxLength={300} />
      <SelectField
        name="kind"
        label="Kind"
        options={[
          { value: "1", label: "Not a government" },
          { value: "2", label: "State government" },
          { value: "3", label: "Local government" },
        ]}
      />
      <CheckboxField name="active" label="In use" />
    </PostDialog>
  );
}

/** Establishments, each with the way to its forms. */
export function Establishments() {
  const { can } = useAuth();
  const [open, setOpen] = useState<EstablishmentRow | "new" | null>(null);
  const found = useGet<{ items: EstablishmentRow[] }>("safety-establishments", path);
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="The establishments" />;
  return (
    <Panel title="Establishments" aside={found.data.items.length}>
      <div className="grid gap-4">
        {found.data.items.length === 0 && (
          <p className="text-t2">None yet. Each place of work keeps a log of its own.</p>
        )}
        <ul className="grid gap-3">
          {found.data.items.map((e) => (
            <li key={e.id} className="grid gap-1">
              <span className="flex flex-wrap items-center gap-3">
                <Link to={`${pathTo("safetyForms")}?establishment=${e.id}`}>{e.name}</Link>
                {!e.active && <span className="text-12 text-t2">no longer in use</span>}
                {can("safety.edit") && (
                  <button type="button" className="btn btn-small" onClick={() => setOpen(e)}>
                    Change<span className="visually-hidden"> {e.name}</span>
                  </button>
                )}
              </span>
              <span className="text-13 text-t2">
                {[e.street, e.city, `${e.state} ${e.zip}`.trim(), e.naics && `NAICS ${e.naics}`]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </li>
          ))}
        </ul>
        <Held permission="safety.edit" what="Add an establishment">
          <button
            type="button"
            className="btn btn-primary justify-self-start"
            onClick={() => setOpen("new")}
          >
            Add an establishment
          </button>
        </Held>
      </div>
      {open && (
        <EstablishmentDialog of={open === "new" ? null : open} onClose={() => setOpen(null)} />
      )}
    </Panel>
  );
}
