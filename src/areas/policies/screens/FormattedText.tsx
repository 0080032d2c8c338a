import { textBlocks } from "../policy/text.model.ts";

/** Text with headings, points and steps, as it was typed (`textBlocks`). */
export function FormattedText({ text }: { text: string }) {
  return (
    <div className="grid max-w-[72ch] gap-3">
      {textBlocks(text).map((block, at) => {
        if (block.kind === "heading")
          return (
            <h3 key={at} className="mt-2 font-semibold">
              {block.text}
            </h3>
          );
        if (block.kind === "paragraph")
          return (
            <p key={at} className="whitespace-pre-line">
              {block.text}
            </p>
          );
        const items = block.items.map((item) => <li key={item}>{item}</li>);
        return block.kind === "bullets" ? (
          <ul key={at} className="list-disc pl-5">
            {items}
          </ul>
        ) : (
          <ol key={at} className="list-decimal pl-5">
            {items}
          </ol>
        );
      })}
    </div>
  );
}
