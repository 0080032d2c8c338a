/** One thing that a program does, as it is written in two languages. */
export type Recipe = { id: string; title: string; about: string; curl: string; typescript: string };

const list = (base: string): Recipe => ({
  id: "list",
  title: "Read a list",
  about:
    "Filters and order are those of the list on the screen: what its address says behind the question mark.",
  curl: `curl -s "${base}/api/v1/purchase-orders?status=issued&sort=-number&limit=50" \\
  -H "Authorization: Bearer $LEVEE_KEY"`,
  typescript: `const answer = await fetch(
  "${base}/api/v1/purchase-orders?status=issued&sort=-number&limit=50",
  { headers: { authorization: \`Bearer \${process.env.LEVEE_KEY}\` } },
);
if (!answer.ok) throw new Error((await answer.json()).detail);
const { items, total } = await answer.json();`,
});

const page = (base: string): Recipe => ({
  id: "page",
  title: "Read all of it, page by page",
  about:
    "Follow nextCursor until it is null. 429 says in Retry-After how many seconds to wait: your key allows so many calls a minute.",
  curl: `cursor=""
while :; do
  page=$(curl -s --retry 5 -G "${base}/api/v1/invoices" -d sort=-number -d limit=200 \\
    \${cursor:+--data-urlencode "cursor=$cursor"} -H "Authorization: Bearer $LEVEE_KEY")
  echo "$page" | jq -c '.items[]'
  cursor=$(echo "$page" | jq -r '.nextCursor // empty')
  [ -n "$cursor" ] || break
done`,
  typescript: `for (let cursor: string | null = ""; cursor !== null; ) {
  const url = new URL("${base}/api/v1/invoices?sort=-number&limit=200");
  if (cursor) url.searchParams.set("cursor", cursor);
  const answer = await fetch(url, { headers: { authorization: \`Bearer \${process.env.LEVEE_KEY}\` } });
  if (answer.status === 429) {
    await new Promise((go) => setTimeout(go, Number(answer.headers.get("retry-after")) * 1000));
    continue;
  }
  const page = await answer.json();
  for (const invoice of page.items) save(invoice);
  cursor = page.nextCursor;
}`,
});

const write = (base: string): Recipe => ({
  id: "write",
  title: "Write once, also when the line breaks",
  about:
    "Send an Idempotency-Key that you made yourself. If no answer comes, send the same request again with the same key: you get the first answer, and no second draft.",
  curl: `curl -s -X POST "${base}/api/v1/requisitions" \\
  -H "Authorization: Bearer $LEVEE_KEY" -H "Idempotency-Key: permit-4711-fence" \\
  -H "Content-Type: application/json" -d @requisition.json`,
  typescript: `const body = JSON.stringify(requisition);
const send = () =>
  fetch("${base}/api/v1/requisitions", {
    method: "POST",
    headers: {
      authorization: \`Bearer \${process.env.LEVEE_KEY}\`,
      "content-type": "application/json",
      "idempotency-key": \`permit-\${permit.number}-fence\`,
    },
    body,
  });
const answer = await send().catch(send); // the same key: once, whatever came through
const { id, number, version } = await answer.json();`,
});

const conflict = (base: string): Recipe => ({
  id: "conflict",
  title: "Change what somebody else may have changed",
  about:
    "Send the version that you read as If-Match. 412 says that somebody was there before you: read it again and decide anew. Nothing is ever overwritten unseen.",
  curl: `version=$(curl -s "${base}/api/v1/requisitions/$id" -H "Authorization: Bearer $LEVEE_KEY" | jq .version)
curl -s -X PATCH "${base}/api/v1/requisitions/$id" \\
  -H "Authorization: Bearer $LEVEE_KEY" -H "If-Match: \\"$version\\"" \\
  -H "Content-Type: application/json" -d @requisition.json -w "%{http_code}"`,
  typescript: `const headers = { authorization: \`Bearer \${process.env.LEVEE_KEY}\` };
const read = await (await fetch(\`${base}/api/v1/requisitions/\${id}\`, { headers })).json();
const answer = await fetch(\`${base}/api/v1/requisitions/\${id}\`, {
  method: "PATCH",
  headers: { ...headers, "content-type": "application/json", "if-match": \`"\${read.version}"\` },
  body: JSON.stringify(change(read)),
});
if (answer.status === 412) console.log("Somebody changed it meanwhile: read it again.");`,
});

/** How a program calls, with the address of this server in every line. */
export const recipesFor = (base: string): readonly Recipe[] =>
  [list, page, write, conflict].map((recipe) => recipe(base));
