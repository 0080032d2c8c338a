import { Link } from "react-router";
import type { ShownSource } from "./conversation.model.ts";

/** What an answer rests on, opened: each by the number in the text, with what it says. */
export function Sources({ of }: { of: readonly ShownSource[] }) {
  return (
    <ol className="grid gap-3">
      {of.map(({ name, href, text }, at) => (
        <li key={`${at} ${href}`} className="grid gap-1 rounded border border-hair p-3">
          <span>
            <span className="mr-2 text-t2">[{at + 1}]</span>
            {href.startsWith("/documentation") ? (
              <a href={href}>{name}</a>
            ) : (
              <Link to={href}>{name}</Link>
            )}
          </span>
          {text && text !== name && (
            <p className="line-clamp-6 text-13 text-t2">{text.replaceAll("**", "")}</p>
          )}
        </li>
      ))}
    </ol>
  );
}
