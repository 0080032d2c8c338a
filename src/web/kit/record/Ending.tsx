import { useState } from "react";
import { Link } from "react-router";
import { messageOf } from "../api.ts";
import { useGet } from "../queries.ts";

type EndingChild = {
  type: string;
  id: string;
  what: string;
  number: string | null;
  href: string | null;
  says: string;
  outcomes: readonly { name: string; label: string; needsReason: boolean }[];
};

/**
 * What lives of what came of a record, and what can become of each when `action` ends it. `ready` once it is
 * known; nothing is asked for an action that ends nothing.
 */
export const useEnding = (
  path: string,
  id: string,
  action: { name: string; ends?: boolean | undefined },
) => {
  const noun = path.split("/").at(-1)!;
  const read = useGet<{ items: readonly EndingChild[] }>(
    path,
    `/api/v1/records/${noun}/${id}/ending?action=${action.name}`,
    { enabled: Boolean(action.ends) },
  );
  return {
    items: action.ends ? read.data?.items : [],
    ready: !action.ends || read.data !== undefined,
    error: read.error,
  };
};

/** The choices of a form as the step takes them: which record, what becomes of it, and why. */
export const endingOf = (items: readonly EndingChild[], form: FormData) =>
  items.map((child) => ({
    id: child.id,
    outcome: String(form.get(`ending.${child.id}`) ?? child.outcomes[0]!.name),
    reason: String(form.get(`ending.${child.id}.reason`) ?? "").trim(),
  }));

function Child({ child }: { child: EndingChild }) {
  const [chosen, setChosen] = useState(child.outcomes[0]!.name);
  const name = `ending.${child.id}`;
  const reasoned = child.outcomes.find((outcome) => outcome.name === chosen)?.needsReason;
  return (
    <li className="field">
      <label htmlFor={name}>
        {child.href && child.number ? <Link to={child.href}>{child.number}</Link> : child.number}{" "}
        <span className="text-t2">
          {child.what}: {child.says}
        </span>
      </label>
      <select
        id={name}
        name={name}
        className="field-control"
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
      >
        {child.outcomes.map((outcome) => (
          <option key={outcome.name} value={outcome.name}>
            {outcome.label}
          </option>
        ))}
      </select>
      {reasoned && (
        <input
          name={`${name}.reason`}
          className="field-control"
          aria-label={`Why ${child.number ?? child.what} goes on`}
          placeholder="Why it goes on"
          maxLength={1000}
          required
        />
      )}
    </li>
  );
}

/** Names each living record that came of this one, with what becomes of it. */
export function EndingFields({ ending }: { ending: ReturnType<typeof useEnding> }) {
  if (ending.error) return <p className="error">{messageOf(ending.error)}</p>;
  if (!ending.items?.length) return null;
  return (
    <fieldset className="grid gap-3">
      <legend className="text-t1">What becomes of what came of it</legend>
      <ul className="grid gap-3">
        {ending.items.map((child) => (
          <Child key={child.id} child={child} />
        ))}
      </ul>
    </fieldset>
  );
}
