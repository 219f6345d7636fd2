#!/usr/bin/env bash
# `make demo` and `make demo-ko`: sets up, takes in the demo documents, asks two questions. Can be run again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
language=${1:-en}
venv=${VENV:-.venv}

case $language in
en)
    extras=local size="about 150 MB" documents=demo/documents library=demo-library
    answered="How much can the Emergency Rent Fund pay?"
    refused="How long may a Florida landlord keep the deposit?"
    tries=(
        "$venv/bin/pincite --library $library ask \"When may a landlord in Larkhaven enter without notice?\""
        "$venv/bin/pincite --library $library search \"late fee\" --document larkhaven-renting-handbook"
        "$venv/bin/pincite --library $library show larkhaven-renting-handbook --page 6"
    )
    ;;
ko)
    extras=ko size="about 210 MB" documents=demo/documents-ko library=demo-library-ko
    answered="공유주거 관리법에서 보증금은 퇴거 후 며칠 이내에 반환하여야 하나요?"
    refused="공유주거 관리법에서 반려동물 보증금은 얼마인가요?"
    tries=(
        "$venv/bin/pincite --library $library ask \"보증금 반환이 늦어지면 지연이자의 이율은 얼마인가요?\""
        "$venv/bin/pincite --library $library search \"긴급한 고장\""
        "$venv/bin/pincite --library $library show gongyu-jugeo-act --section 제10조"
    )
    ;;
*) echo "demo.sh: wanted en or ko, found $language" >&2; exit 2 ;;
esac

title() { printf '\n== %s\n' "$1"; }
pincite() { "$venv/bin/pincite" --library "$library" "$@"; }

cat <<TEXT
pincite's demo. It makes the environment $venv (first time: downloads $size from the package index, one to
two minutes on an ordinary line), takes the documents of $documents into ./$library, and asks two questions.
The documents are fictional. Nothing is sent anywhere.
TEXT

title "Setting up"
bash scripts/environment.sh "$venv" "$extras" --or-core
"$venv/bin/pincite" --version

title "Taking in the documents"
pincite add "$documents"

title "A question that the documents answer"
printf '$ pincite ask "%s"\n' "$answered"
pincite ask "$answered"

title "A question that they do not answer"
printf '$ pincite ask "%s"\n' "$refused"
# 3 is the exit code of a refusal.
pincite ask "$refused" || [ $? -eq 3 ]

title "Try for yourself"
printf '%s\n' "${tries[@]}"
