import { useList } from "#web/kit/queries.ts";
import { mostBreakGlass } from "./enforcing.labels.ts";

type Member = { id: string; name: string; email: string; role: string };

/** Chooses the administrators who may come in beside the provider, two at most. */
export function PeopleChoice({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const members = useList<Member>("/api/v1/members", "role=admin&active=true&limit=100");
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...chosen, id] : chosen.filter((each) => each !== id));
  return (
    <fieldset className="field">
      <legend>Who may come in beside it</legend>
      <p className="hint">
        Two administrators at most, each with a second factor or a passkey, for the day on which the
        provider fails. Every use is told to all administrators.
      </p>
      {members.data?.items.map((one) => (
        <label key={one.id} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(one.id)}
            disabled={!chosen.includes(one.id) && chosen.length >= mostBreakGlass}
            onChange={(event) => toggle(one.id, event.target.checked)}
          />
          <span>
            {one.name}
            <small>{one.email}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
