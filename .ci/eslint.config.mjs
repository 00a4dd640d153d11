// The strictest rules that typescript-eslint has, for support code, generated code and authors' code alike.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(
  new URL("../.cache/node/package.json", import.meta.url),
);
const tseslint = require("typescript-eslint");

/** What `make bench` alone compiles, with packages that no check installs: rules that need no types. */
const untyped = ["testdata/bench/**/*.ts"];

export default tseslint.config(
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.ts"],
    ignores: untyped,
    extends: [
      tseslint.configs.strictTypeChecked,
      tseslint.configs.stylisticTypeChecked,
    ],
    languageOptions: {
      parserOptions: {
        project: ".ci/tsconfig.json",
        tsconfigRootDir: fileURLToPath(new URL("..", import.meta.url)),
      },
    },
  },
  {
    files: untyped,
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
  },
  {
    // This rule does not see where recursive types end, and never ends itself on a Json for a parameter of plain JSON.
    files: ["templates/typescript/tests/*.ts"],
    rules: { "@typescript-eslint/no-unsafe-class-instance-assignment": "off" },
  },
  {
    // node:test gives promises that the runner awaits by itself.
    files: ["**/*.test.ts"],
    rules: {
      "@typescript-eslint/no-floating-promises": [
        "error",
        {
          allowForKnownSafeCalls: [
            {
              from: "package",
              name: ["describe", "it", "suite", "test"],
              package: "node:test",
            },
          ],
        },
      ],
    },
  },
);
