import { formatCents } from "#kernel/money.ts";
import { download } from "#web/kit/api.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { OwnTaxForm } from "./tax-form.model.ts";

function Agency({ forms }: { forms: readonly OwnTaxForm[] }) {
  const send = useMutationAction("vendor-tax-forms");
  const [{ agency, orgId, consentOn }] = forms as [OwnTaxForm, ...OwnTaxForm[]];
  const say = (agrees: boolean) =>
    void send
      .mutateAsync({ path: "/api/v1/vendor-tax-consent", body: { orgId, agrees } })
      .catch((error: unknown) => notify.failed("It was not saved", error));
  const take = (id: string) =>
    void download(`/api/v1/vendor-tax-forms/${orgId}/${id}/copy`).catch((error: unknown) =>
      notify.failed("The copy did not come", error),
    );
  return (
    <article className="panel grid gap-3">
      <h3>{agency}</h3>
      {consentOn ? (
        <p className="text-t2">
          You read your forms here instead of on paper.{" "}
          <button type="button" className="text-link underline" onClick={() => say(false)}>
            Have them on paper again
          </button>
        </p>
      ) : (
        <p>
          Your forms come on paper until you agree to read them here. You may take that back at any
          time; a copy on paper is sent on request.{" "}
          <button type="button" className="btn btn-small" onClick={() => say(true)}>
            I agree to read them here
          </button>
        </p>
      )}
      <ul className="grid gap-2">
        {forms.map((f) => (
          <li key={f.id} className="flex flex-wrap items-center gap-3">
            <span className="mr-auto">
              1099-{f.form} of {f.year}
              {f.correction && ", corrected"}: {formatCents(f.total)}
            </span>
            {consentOn && (
              <button type="button" className="btn btn-small" onClick={() => take(f.id)}>
                Copy B<span className="visually-hidden"> of {f.year}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </article>
  );
}

/** A vendor's forms 1099 by agency, with its consent to read them here. */
export function OwnTaxForms() {
  const found = useGet<{ items: OwnTaxForm[] }>("vendor-tax-forms", "/api/v1/vendor-tax-forms");
  const items = found.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section className="mt-6 grid gap-3">
      <h2>Tax forms</h2>
      {[...new Set(items.map(({ orgId }) => orgId))].map((orgId) => (
        <Agency key={orgId} forms={items.filter((each) => each.orgId === orgId)} />
      ))}
    </section>
  );
}
