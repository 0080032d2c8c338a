const server = "\\.(tables|service|api|jobs|seed|server)\\.ts$|^src/server/";
const area = "^src/areas/([^/]+)/";
const door = "\\.(public|server|pages)\\.ts$|\\.ui\\.tsx$";

/** Five rules of the house. `bin/check.mjs` plants one violation and fails unless it is reported. */
module.exports = {
  forbidden: [
    {
      name: "areas-meet-at-doors",
      severity: "error",
      from: { path: area, pathNot: "\\.test\\.tsx?$" },
      to: { path: "^src/areas/", pathNot: ["^src/areas/$1/", door] },
    },
    {
      name: "browser-never-reaches-server",
      severity: "error",
      from: { path: "\\.tsx$|^src/web/", pathNot: "\\.test\\.tsx?$" },
      to: { path: server, reachable: true },
    },
    {
      name: "models-stay-pure",
      severity: "error",
      from: { path: "\\.(model|public|labels)\\.ts$" },
      to: {
        path: `${server}|node_modules/(react|react-dom|react-router|fastify|pg|drizzle-orm)/`,
        reachable: true,
      },
    },
    {
      name: "kernel-and-kit-know-no-area",
      severity: "error",
      from: { path: "^src/(kernel|web/kit)/" },
      to: { path: "^src/areas/" },
    },
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.react-router|^src/server/testing|^src/access\\.test\\.ts$" },
    tsPreCompilationDeps: "specify",
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs"],
    },
  },
};
