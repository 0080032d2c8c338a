import { useState } from "react";
import { dutyLabels } from "#roles.ts";
import { roleLabels } from "#areas/organization/organization.public.ts";
import { api, ApiProblem } from "#web/kit/api.ts";
import { TextArea } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { Tried } from "./mapping.model.ts";

const example = '{ "groups": ["purchasing", "all-staff"] }';

const parsed = (text: string): Record<string, unknown> => {
  try {
    const value = JSON.parse(text) as unknown;
    if (value && typeof value === "object" && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    /* said below */
  }
  throw new ApiProblem(422, {
    detail: "These are no claims.",
    errors: [{ path: "claims", message: `Paste an object of JSON, such as ${example}` }],
  });
};

function Outcome({ tried }: { tried: Tried }) {
  const given = [
    ...(tried.role ? [roleLabels[tried.role].label] : []),
    ...tried.duties.map((duty) => dutyLabels[duty].label),
    ...(tried.departmentName ? [tried.departmentName] : []),
  ];
  return (
    <div className="mt-4" role="status">
      <Facts>
        <Fact label="Would have">{given.join(", ") || "nothing by this mapping"}</Fact>
        <Fact label="By">{tried.by.join("; ") || "no rule"}</Fact>
        {tried.waiting.length > 0 && (
          <Fact label="Waits for a second administrator">{tried.waiting.join("; ")}</Fact>
        )}
      </Facts>
    </div>
  );
}

/** Try it: what the rules would give somebody with pasted claims. Nothing is changed. */
export function TryMapping({ providerId }: { providerId: string }) {
  const [tried, setTried] = useState<Tried | null>(null);
  const run = async ({ claims }: { claims: string }) =>
    setTried(
      await api<Tried>(`/api/v1/sign-in-providers/${providerId}/actions/try-mapping`, {
        method: "POST",
        body: { claims: parsed(claims) },
      }),
    );
  return (
    <Panel title="Try it">
      <Form<{ claims: string }>
        formKey={null}
        defaultValues={{ claims: example }}
        submitLabel="Try it"
        onSubmit={run}
      >
        <TextArea
          name="claims"
          label="Claims of somebody"
          rows={5}
          hint="As a test shows them, as JSON. Nothing is changed by it."
        />
      </Form>
      {tried && <Outcome tried={tried} />}
    </Panel>
  );
}
