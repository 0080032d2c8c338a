// Every page with its guard and its file, and every endpoint with its permission: what the router,
// the guard and the server read.
import "./prepare.mjs";

const { pages, unbuiltPaths } = await import("../src/areas.ts");
if (process.argv.includes("--unbuilt")) {
  // Addresses that open, guarded and titled, an honest page in place of their business screen.
  for (const path of unbuiltPaths) console.log(path);
  console.log(`\n${unbuiltPaths.length} of ${pages.length} pages are not built`);
  process.exit(0);
}
if (process.argv.includes("--permissions")) {
  // The text of src/permissions.txt as the program has it now; its changes are reviewed line by line.
  const { permissionLines } = await import("../src/server/testing/permissions.ts");
  console.log((await permissionLines()).join("\n"));
  process.exit(0);
}
const { areaServers } = await import("../src/areas.server.ts");
const access = (a) => (Array.isArray(a) ? a.join(", ") : a);
for (const p of [...pages].sort((a, b) => (a.path < b.path ? -1 : 1)))
  console.log(`${p.path.padEnd(36)} ${access(p.access).padEnd(18)} src/${p.file}`);
const endpoints = areaServers.flatMap((a) => a.endpoints);
console.log();
for (const e of [...endpoints].sort((a, b) => (a.path < b.path ? -1 : 1)))
  console.log(`${e.method.padEnd(7)}${e.path.padEnd(58)} ${[e.permission].flat().join(" or ")}`);
console.log(`\n${pages.length} pages, ${endpoints.length} endpoints`);
process.exit(0);
