import Markdown from "react-markdown";
import { Link } from "react-router";
import type { Shown } from "./chat.labels.ts";

const ownPath = (href: string | undefined) => (href && /^\/(?![/\\])/.test(href) ? href : null);

/**
 * Links of an answer: own pages open here, others are shown as text, so that no answer leads off
 * the site.
 */
function Anchor({ href, children }: { href?: string | undefined; children?: React.ReactNode }) {
  const path = ownPath(href);
  if (!path) return <span>{children}</span>;
  return path.startsWith("/documentation") ? (
    <a href={path}>{children}</a>
  ) : (
    <Link to={path}>{children}</Link>
  );
}
const components = {
  a: ({ href, children }: { href?: string; children?: React.ReactNode }) => (
    <Anchor href={href}>{children}</Anchor>
  ),
  img: () => null,
};

/** A citation is `source (address)`; the address is a page of this site. */
function Citation({ text }: { text: string }) {
  const [, source, path] = /^(.*) \((\/[^()\s]*)\)$/.exec(text) ?? [];
  return source && path ? <Anchor href={path}>{source}</Anchor> : <span>{text}</span>;
}

/** One message. Markdown is drawn without any HTML that stands in it. */
export function Bubble({ message }: { message: Shown }) {
  if (message.from === "user")
    return (
      <p className="bubble bubble-user">
        <span className="visually-hidden">You: </span>
        {message.text}
      </p>
    );
  return (
    <div className="bubble bubble-agent">
      <Markdown
        components={components}
        allowedElements={[
          "p",
          "strong",
          "em",
          "ul",
          "ol",
          "li",
          "a",
          "code",
          "pre",
          "h3",
          "h4",
          "br",
          "blockquote",
        ]}
        unwrapDisallowed
      >
        {message.text}
      </Markdown>
      {message.citations && message.citations.length > 0 && (
        <ol className="bubble-sources" aria-label="Sources">
          {message.citations.map((citation) => (
            <li key={citation}>
              <Citation text={citation} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
