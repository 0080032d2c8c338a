import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { DefinitionList } from "#web/kit/definition/DefinitionList.tsx";
import { EmptyState } from "#web/kit/states.tsx";
import { audiences } from "../form/form.labels.ts";
import type { FormVersion } from "../form/form.model.ts";
import { sizeOf } from "./formValues.ts";

const path = "/api/v1/form-definitions";
const texts = {
  publish:
    "It can be filled in from now on. The version before it is retired; submissions keep the version that they began with.",
  retire: "Nobody begins it any more. What was filled in stays, and drafts may still be sent.",
};
/** Where it is filled in. */
const placeOf = (form: FormVersion): string =>
  form.audience === "public"
    ? pathTo("publicForm", { slug: form.slug })
    : form.audience === "vendors"
      ? pathTo("portalForms")
      : pathTo("formFill", { id: form.definitionId });

function About({ form }: { form: FormVersion }) {
  return (
    <p className="text-13 text-t3">
      {audiences[form.audience]} · {sizeOf(form)}
      {form.status === "published" && (
        <>
          {" · "}
          <Link to={placeOf(form)}>Where it is filled in</Link>
        </>
      )}
    </p>
  );
}

/** The agency's forms that are drafts or in force, and what can be done with each. */
export function FormList({ all }: { all: readonly FormVersion[] }) {
  const shown = all.filter((form) => form.status !== "retired");
  if (shown.length === 0)
    return (
      <EmptyState kind="first-use" title="No forms yet">
        Design the first one, or import one that another agency gave you as a file.
      </EmptyState>
    );
  return (
    <DefinitionList
      path={path}
      what="form"
      all={all}
      shown={shown}
      texts={texts}
      unchanging="Published versions never change. Submissions keep the version that they began with."
      to={(form) => pathTo("formEdit", { id: form.id })}
      edit="Design"
      about={(form) => <About form={form} />}
    />
  );
}
