import { Minus, Plus } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { ApplicationRecord } from "./application.model.ts";

type Row = ApplicationRecord["forms"][number];

function One({ of, form, leave }: { of: ApplicationRecord; form: Row; leave: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-2">
      <Link to={pathTo("grantApplicationForm", { id: of.id, code: form.code })}>
        {form.code} {form.name}
      </Link>
      <span className="text-t3">version {form.formVersion}</span>
      <span className={`badge ${form.complete ? "tone-success" : "tone-warning"}`}>
        {form.complete ? "Complete" : `${form.findings} to do`}
      </span>
      {form.xml === "notChecked" && <span className="badge">XML not checked</span>}
      {!form.needed && of.mayEdit && (
        <button type="button" className="btn btn-quiet" onClick={leave}>
          <Minus aria-hidden="true" />
          Leave out {form.code}
        </button>
      )}
    </li>
  );
}

/** The forms that the kind of an application needs, and those that its announcement asks for. */
export function Forms({ of }: { of: ApplicationRecord }) {
  const save = useMutationAction("grant-applications");
  const choose = (code: string, taken: boolean) =>
    void save
      .mutateAsync({
        method: "PUT",
        path: `/api/v1/grant-applications/${of.id}/forms/${code}`,
        body: { taken },
        version: of.version,
      })
      .then(() => notify.done(taken ? "Added" : "Left out", code));
  return (
    <div className="stack">
      <ul className="stack">
        {of.forms.map((form) => (
          <One key={form.code} of={of} form={form} leave={() => choose(form.code, false)} />
        ))}
      </ul>
      {of.mayEdit && of.further.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-t2">Where the announcement asks for it:</span>
          {of.further.map(({ code, name }) => (
            <button
              key={code}
              type="button"
              className="btn btn-quiet"
              title={name}
              onClick={() => choose(code, true)}
            >
              <Plus aria-hidden="true" />
              Add {code}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
