// The strictest rules that typescript-eslint has, for support code, generated code and authors' code alike.
import { createRequire } from "node:module";

const require = createRequire(
  new URL("../.cache/node/package.json", import.meta.url),
);
const tseslint = require("typescript-eslint");
const root = new URL("..", import.meta.url).pathname;

export default tseslint.config(
  {
    files: ["**/*.ts"],
    extends: [
      tseslint.configs.strictTypeChecked,
      tseslint.configs.stylisticTypeChecked,
    ],
    languageOptions: {
      parserOptions: { project: ".ci/tsconfig.json", tsconfigRootDir: root },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
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
