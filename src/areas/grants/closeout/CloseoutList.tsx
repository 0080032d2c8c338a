import { Link } from "react-router";
import { partsOf, type NamedRecord } from "#kernel/named.ts";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";

type Item = {
  key: string;
  ok: boolean;
  text: string;
  citation: string;
  records?: readonly NamedRecord[];
};

/** What closing an award asks, worked out from its books. */
export function CloseoutList({ awardId, title = "Closeout" }: { awardId: string; title?: string }) {
  const list = useGet<{ items: Item[] }>(
    "grant-awards",
    `/api/v1/grant-awards/${awardId}/closeout`,
  );
  return (
    <Panel title={title}>
      <ul className="checks">
        {(list.data?.items ?? []).map((i) => (
          <li key={i.key} className={i.ok ? "ok" : "warn"}>
            {partsOf(i.text, i.records ?? []).map((part, at) =>
              part.href ? (
                <Link key={at} to={part.href}>
                  {part.text}
                </Link>
              ) : (
                part.text
              ),
            )}{" "}
            ({i.citation})
          </li>
        ))}
      </ul>
    </Panel>
  );
}
