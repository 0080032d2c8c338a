import { Link } from "react-router";
import { counted } from "#kernel/words.ts";
import type { PersonFile } from "#areas/organization/organization.public.ts";

/** What hangs on a person, by kind, each with its link. */
export function Waits({ waits }: { waits: PersonFile["waits"] }) {
  if (waits.length === 0) return <p className="text-t2">Nothing waits for this person.</p>;
  return (
    <div className="grid gap-4">
      {waits.map((kind) => (
        <section key={kind.kind} aria-label={kind.label}>
          <h3 className="text-14">
            {kind.label} <span className="text-t3">{counted(kind.items.length, "item")}</span>
          </h3>
          {kind.byHand && <p className="text-13 text-t2">{kind.byHand}</p>}
          <ul className="mt-1 grid gap-1 text-14">
            {kind.items.slice(0, 20).map((item) => (
              <li key={item.id}>
                {item.link ? (
                  <Link className="text-link" to={item.link}>
                    {item.label}
                  </Link>
                ) : (
                  item.label
                )}
              </li>
            ))}
            {kind.items.length > 20 && (
              <li className="text-t3">and {kind.items.length - 20} more</li>
            )}
          </ul>
        </section>
      ))}
    </div>
  );
}
