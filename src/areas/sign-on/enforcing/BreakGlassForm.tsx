import { useState } from "react";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { PeopleChoice } from "./PeopleChoice.tsx";

/** Names other members who come in beside the provider. */
export function BreakGlassForm({ chosen }: { chosen: readonly { id: string }[] }) {
  const [people, setPeople] = useState<readonly string[]>(chosen.map((one) => one.id));
  const change = useMutationAction("sign-in-enforcing");
  const save = () =>
    change.mutate(
      { path: "/api/v1/sign-in-enforcing/actions/break-glass", body: { breakGlass: people } },
      {
        onSuccess: () => notify.done("Saved", "Every administrator is told."),
        onError: (error) => notify.failed("Nothing was changed", error),
      },
    );
  return (
    <Panel title="For the day on which the provider fails">
      <PeopleChoice chosen={people} onChange={setPeople} />
      <button type="button" className="btn" onClick={save}>
        Save
      </button>
    </Panel>
  );
}
