import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSecrets } from "../find-secrets.ts";
import { randomOf } from "../testing/random.ts";
import { nationalId } from "../testing/values.ts";

const kinds = (text: string) => findSecrets(text).map(({ kind }) => kind);

/** Label and scheme of values.ts; how many wrong digits pass the check by its construction. */
const SCHEMES = [
  ["身份证号", "cn"],
  ["DNI", "dni"],
  ["NIE", "nie"],
  ["Numéro de sécurité sociale", "nir"],
  ["PESEL", "pesel"],
  ["BSN", "bsn"],
  ["CPF", "cpf"],
  ["주민등록번호", "rrn"],
  ["マイナンバー", "myNumber"],
  ["Steuer-ID", "steuerId"],
  ["Aadhaar", "aadhaar"],
  ["Codice fiscale", "codiceFiscale"],
] as const;

describe.each(SCHEMES)("%s", (label, scheme) => {
  it("is found with its label", () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        expect(kinds(`${label}: ${nationalId(randomOf(seed), scheme)}`)).toEqual(["national_id"]);
      }),
      { numRuns: 60 },
    );
  });
  it("is not found with one digit changed", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 9 }), (seed, by) => {
        const right = nationalId(randomOf(seed), scheme);
        const at = right.search(/\d\D*$/);
        const changed = `${right.slice(0, at)}${(Number(right[at]) + by) % 10}${right.slice(at + 1)}`;
        expect(kinds(`${label}: ${changed}`).filter((kind) => kind === "national_id")).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe("numbers of other countries, as their authorities publish them", () => {
  it.each([
    "AHV-Nr. 756.9217.0769.85",
    "SV-Nummer 65 170839 J 003",
    "Rijksregisternummer 85.07.30-033.28",
    "personnummer 811228-9874",
    "henkilötunnus 131052-308T",
    "CURP HEGG560427MVZRRL04",
    "RUT 12.345.678-5",
    "SIN 046 454 286",
    "TFN 123 456 782",
    "NRIC S1234567D",
    "香港身份證 A123456(3)",
    "身分證字號 A123456789",
    "T.C. Kimlik No: 10000000146",
    "Personalausweis L01X00T471",
    "NHS number 943 476 5919",
    "national insurance no. AB 12 34 56 C",
    "護照號碼 312345678",
  ])("%s", (text) => {
    expect(kinds(text)).toEqual(["national_id"]);
  });
  it.each([
    "AHV-Nr. 756.9217.0769.84",
    "Rijksregisternummer 85.07.30-033.29",
    "personnummer 811228-9875",
    "RUT 12.345.678-6",
    "NRIC S1234567E",
    "香港身份證 A123456(4)",
    "NHS number 943 476 5918",
    "SSN 000-12-3456",
    "SSN 123-45-6789",
  ])("%s is none", (text) => {
    expect(kinds(text)).toEqual([]);
  });
});
