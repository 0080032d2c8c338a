import { currentSession } from "#web/auth/session.ts";

type Part = { choices?: { delta?: { content?: string } }[]; citations?: string[]; error?: string };
type Heard = { onText: (text: string) => void; onCitations: (citations: string[]) => void };

/**
 * SPEC 7: posts the history with the bearer token when there is a session, and hears the stream.
 * @throws Error with the body's `error`, 'Failed to get response' or 'No response body'.
 */
export const ask = async (
  messages: readonly { role: "user" | "assistant"; content: string }[],
  heard: Heard,
): Promise<void> => {
  const session = currentSession();
  const answer = await fetch("/functions/v1/platform-agent-chat", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(session ? { authorization: `Bearer ${session.access_token}` } : {}),
    },
    body: JSON.stringify({ messages, isPublic: true }),
  });
  if (!answer.ok)
    throw new Error(
      ((await answer.json().catch(() => ({}))) as { error?: string }).error ??
        "Failed to get response",
    );
  if (!answer.body) throw new Error("No response body");
  let held = "";
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (held + read.value).split("\n");
    held = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.startsWith("data: ") || line.slice(6).trim() === "[DONE]") continue;
      const part = JSON.parse(line.slice(6)) as Part;
      if (part.error) throw new Error(part.error);
      const text = part.choices?.[0]?.delta?.content;
      if (text) heard.onText(text);
      if (part.citations) heard.onCitations(part.citations);
    }
  }
};
