import { describe, expect, it } from "vitest";
import { type DialogFacts, errorDialog } from "./error-dialog.ts";

const dialog = (changes: Partial<DialogFacts>): DialogFacts => ({
  ...{ role: "dialog", title: "", icons: [], texts: [], buttons: ["OK"], fields: 0, documents: 0 },
  ...changes,
});
const kind = (changes: Partial<DialogFacts>) => errorDialog(dialog(changes))?.kind ?? null;

describe("an error is known by what it says", () => {
  it.each([
    ["English", "The file could not be saved. The disk is full."],
    ["English", "Connection refused"],
    ["English", "Can’t open “plan.ods”."],
    ["German", "Die Datei konnte nicht gespeichert werden."],
    ["German", "Schreibfehler auf Laufwerk D"],
    ["German", "Zugriff verweigert"],
    ["French", "Impossible d’ouvrir le fichier."],
    ["French", "L’enregistrement a échoué."],
    ["French", "Fichier introuvable"],
    ["Spanish", "No se pudo guardar el archivo."],
    ["Spanish", "Contraseña inválida"],
    ["Chinese", "无法打开文件。"],
    ["Chinese", "登录失败"],
    ["Chinese, traditional", "無法儲存檔案"],
    ["Japanese", "ファイルを保存できませんでした。"],
    ["Japanese", "接続エラー"],
    ["Korean", "파일을 열 수 없습니다."],
    ["Korean", "저장에 실패했습니다."],
  ])("%s: %s", (_language, text) => {
    expect(kind({ texts: [text] })).toBe("error");
    expect(kind({ role: "alert", texts: [text] })).toBe("error");
    expect(kind({ role: "region", buttons: [], texts: [text] })).toBe("error");
  });
});

describe("a warning is", () => {
  it.each([
    ["English", "This cannot be undone."],
    ["English", "A file with this name already exists."],
    ["German", "Das kann nicht rückgängig gemacht werden."],
    ["German", "Nicht gespeicherte Änderungen gehen verloren."],
    ["French", "Cette action ne peut pas être annulée."],
    ["French", "Les modifications seront perdues."],
    ["Spanish", "Esta acción no se puede deshacer."],
    ["Spanish", "El archivo ya existe."],
    ["Chinese", "此操作无法撤销。"],
    ["Chinese", "未保存的更改将丢失。"],
    ["Japanese", "この操作は元に戻せません。"],
    ["Japanese", "変更は失われます。"],
    ["Korean", "이 작업은 되돌릴 수 없습니다."],
    ["Korean", "저장하지 않은 내용은 손실됩니다."],
  ])("%s: %s", (_language, text) => {
    expect(kind({ texts: [text], buttons: ["Cancel", "Delete"] })).toBe("warning");
  });
});

describe("what says that there is no error is none", () => {
  it.each([
    "No errors found.",
    "The check finished without any errors.",
    "0 errors, 0 warnings",
    "No problems were detected",
    "Keine Fehler gefunden.",
    "Die Prüfung war fehlerfrei.",
    "Aucune erreur",
    "Terminé sans erreur.",
    "No se encontraron errores.",
    "Terminado sin errores",
    "没有发现错误。",
    "未发现任何问题",
    "エラーはありません。",
    "エラーは見つかりませんでした。",
    "오류가 없습니다.",
    "문제가 발견되지 않았습니다.",
    "Your order was saved.",
    "Gespeichert.",
    "Enregistré",
    "Guardado",
    "保存しました。",
    "저장되었습니다.",
    "已保存。",
  ])("%s", (text) => {
    expect(kind({ texts: [text] })).toBeNull();
    expect(kind({ role: "region", texts: [text] })).toBeNull();
    expect(kind({ role: "alert", texts: [text] })).toBe("information");
  });
});

describe("icon and title come before words", () => {
  it.each([
    ["dialog-error", "error"],
    ["dialog-warning-symbolic", null],
    ["gtk-dialog-warning", "warning"],
    ["dialog-question", "question"],
    ["Information", "information"],
  ])("an icon %s", (icon, expected) => {
    expect(kind({ icons: ["logo", icon], texts: ["Saved."] })).toBe(expected);
  });

  it.each([
    ["Error", "error"],
    ["Order desk - Error", "error"],
    ["Fehler", "error"],
    ["Erreur", "error"],
    ["错误", "error"],
    ["エラー", "error"],
    ["오류", "error"],
    ["Warnung", "warning"],
    ["Avertissement", "warning"],
    ["Advertencia", "warning"],
    ["警告", "warning"],
    ["Question", "question"],
    ["Bestätigung", "question"],
    ["確認", "question"],
    ["알림", "information"],
  ])("a title %s", (title, expected) => {
    expect(kind({ title, texts: ["Customer 4711"] })).toBe(expected);
  });

  it("an error that asks is one; a question is what asks alone", () => {
    const buttons = ["No", "Yes"];
    expect(kind({ texts: ["It could not be saved. Try again?"], buttons })).toBe("error");
    expect(kind({ texts: ["Send the order now?"], buttons })).toBe("question");
    expect(kind({ texts: ["今すぐ送信しますか？"], buttons })).toBe("question");
    expect(kind({ texts: ["What is new?"] })).toBeNull();
  });
});

describe("is no message", () => {
  it.each<[string, Partial<DialogFacts>]>([
    ["a window that shows a log", { role: "window", title: "error.log - Editor", documents: 1, texts: ["Error: x"] }],
    ["a dialog that shows one", { title: "Error log", documents: 1, texts: ["3 errors"] }],
    ["a document that is called so", { role: "window", title: "Fehler.txt - Editor", buttons: [], fields: 1 }],
    ["a window with many buttons", { role: "window", title: "Error", buttons: ["1", "2", "3", "4", "5"] }],
    ["a form", { title: "Error handling", fields: 6, texts: ["When a page cannot be found"] }],
    ["a login", { title: "Sign in", fields: 2, texts: ["Forgot? We cannot help."], buttons: ["Sign in"] }],
    ["an empty one", { title: "Error" }],
    ["one without buttons", { texts: ["Loading failed items"], buttons: [] }],
    ["a notice in a page without a word of it", { role: "region", texts: ["3 results"] }],
    ["about", { title: "About Editor", texts: ["Editor 4", "License"], buttons: ["Credits", "Close"] }],
  ])("%s", (_name, facts) => {
    expect(errorDialog(dialog(facts))).toBeNull();
  });
});

it("a window of no dialog's role counts where its title says nothing else", () => {
  const facts = { role: "window", buttons: [], title: "Order desk - Error" } as const;
  expect(errorDialog(dialog(facts))).toEqual({ kind: "error", title: "Order desk - Error", text: "", buttons: [] });
  expect(kind({ ...facts, title: "Error handling in practice" })).toBeNull();
  expect(kind({ ...facts, title: "Terrors" })).toBeNull();
});

it("tells each line once, without title and buttons, and not without end", () => {
  const texts = ["Error", "It failed.", " It failed. ", "OK", "Because."];
  const told = errorDialog(dialog({ title: "Error", texts }));
  expect(told).toEqual({ kind: "error", title: "Error", text: "It failed.\nBecause.", buttons: ["OK"] });
  const long = errorDialog(
    dialog({ texts: ["failed", "漢".repeat(9_000)], buttons: Array.from({ length: 90 }, String) }),
  );
  expect([[...long!.text].length, long!.buttons.length]).toEqual([2_000, 20]);
});

it("takes linear time", () => {
  const startedAt = performance.now();
  for (const text of ["kann ".repeat(100_000), "no ".repeat(100_000), "エラーは".repeat(50_000), "a".repeat(500_000)])
    errorDialog(dialog({ texts: [text] }));
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
